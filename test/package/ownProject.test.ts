import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { npm, npmRegistry } from "../../lib/io/processes/npm";

const run = promisify(execFile);

/** The code blocks with the replacements that the documentation tells users to add. */
const page = readFileSync("docs/own-project.md", "utf8");
const blocks = [...page.matchAll(/```(json|yaml)\n([\s\S]*?)```/g)].map(([, , text]) => text);
const [forNpm, forPnpm, forYarn] = blocks;

const cell = `import { tf, useEngine } from "ssdml";
import { DataFrame } from "danfojs-node";
await useEngine("wasm");
console.log(tf.ones([2]).add(1).arraySync(), new DataFrame({ a: [1, 2] }).shape);`;

const notebook = {
  cells: [{ cell_type: "code", execution_count: null, id: "a", metadata: {}, outputs: [], source: cell }],
  metadata: {
    kernelspec: { display_name: "TypeScript", language: "typescript", name: "ssdml" },
    language_info: { name: "typescript" },
  },
  nbformat: 4,
  nbformat_minor: 5,
};

const program = `import { AGML2, evaluateEmbeddings, tf, useEngine, type Engine } from "ssdml";
export async function main(): Promise<number> {
  const engine: Engine = await useEngine("wasm");
  const sum: tf.Tensor = tf.ones([2]).add(engine.name.length);
  const model: tf.Sequential = tf.sequential({ layers: [tf.layers.dense({ units: 2, inputShape: [3] })] });
  // @ts-expect-error: an option that does not exist
  new AGML2({ sead: 1 });
  const { nmi } = await evaluateEmbeddings([[1, 0], [0, 1]], [0, 1]);
  return sum.size + model.layers.length + nmi;
}
`;

let top: string;
let tarball: string;

/** An empty project whose package.json has more lines. */
function project(name: string, lines: object = {}): string {
  const folder = path.join(top, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name, private: true, ...lines }));
  writeFileSync(path.join(folder, "mine.ipynb"), JSON.stringify(notebook));
  return folder;
}

async function install(words: string[], folder: string): Promise<void> {
  const { succeeded, output, errors } = await npm(words, folder);
  assert.ok(succeeded, output + errors);
}

const ssdml = (folder: string, ...words: string[]) =>
  run(path.join(folder, "node_modules", ".bin", "ssdml"), words, { cwd: folder });

async function node(folder: string, ...words: string[]): Promise<string> {
  return (await run(process.execPath, words, { cwd: folder })).stdout;
}

/** What works whichever program installed the package: require, ES modules, and a cell with a package that ssdml brings. */
async function checkBasics(folder: string): Promise<void> {
  const required = 'const { tf, AGML2 } = require("ssdml"); console.log(typeof AGML2, typeof tf.sequential)';
  assert.equal(await node(folder, "-e", required), "function function\n");
  const imported = 'import { tf, AGML2 } from "ssdml"; console.log(typeof AGML2, typeof tf.sequential)';
  assert.equal(await node(folder, "--input-type=module", "-e", imported), "function function\n");
  await ssdml(folder, "run", "mine.ipynb", "--out", "done.ipynb");
  assert.match(readFileSync(path.join(folder, "done.ipynb"), "utf8"), /"\[ 2, 2 \] \[ 2, 1 \]\\n"/);
}

const skip =
  process.env.SSDML_NETWORK_TESTS === undefined &&
  "set SSDML_NETWORK_TESTS=1 to install ssdml with npm, pnpm and Yarn";

describe("in a project of its own, the packed package", { skip }, () => {
  before(async () => {
    top = realpathSync(mkdtempSync(path.join(os.tmpdir(), "ssdml-own-")));
    await install(["pack", "--ignore-scripts", "--silent", "--pack-destination", top], process.cwd());
    tarball = path.join(
      top,
      readdirSync(top).find((name) => name.endsWith(".tgz"))!,
    );
  });
  after(() => {
    rmSync(top, { recursive: true, force: true });
  });

  describe("installed with npm", () => {
    let folder: string;
    before(async () => {
      folder = project("with-npm", JSON.parse(forNpm) as object);
      await install(["install", tarball, "--no-audit", "--no-fund", "--prefer-offline"], folder);
    });

    it("is required, imported and runs a cell", () => checkBasics(folder));

    for (const [resolution, module] of [
      ["node16", "node16"],
      ["bundler", "esnext"],
    ]) {
      it(`compiles, strict, with moduleResolution ${resolution}; only other packages have wrong declarations`, async () => {
        writeFileSync(path.join(folder, "program.ts"), program);
        const compiler = path.join(folder, "node_modules", "typescript", "bin", "tsc");
        const words = ["--noEmit", "--strict", "--target", "es2022", "--module", module];
        const all = [...words, "--moduleResolution", resolution, "--skipLibCheck", "false", "program.ts"];
        const errors = await node(folder, compiler, ...all).catch(
          (error: unknown) => (error as { stdout: string }).stdout,
        );
        const wrong = errors.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
        const others = /^node_modules\/(@tensorflow\/tfjs-layers|danfojs-node)\//;
        assert.deepEqual(
          wrong.filter((line) => !others.test(line)),
          [],
        );
        assert.ok(!/^error/m.test(errors), errors);
      });
    }

    it("has a command line, which registers the project's own kernel", async () => {
      assert.match((await ssdml(folder, "--help")).stdout, /Usage: ssdml COMMAND/);
      assert.match((await ssdml(folder, "doctor")).stdout, /✓ wasm/);
      await ssdml(folder, "kernel", "install", "--prefix", "jupyter");
      const specification = path.join(
        folder,
        "jupyter",
        "share",
        "jupyter",
        "kernels",
        "ssdml",
        "kernel.json",
      );
      const { argv } = JSON.parse(readFileSync(specification, "utf8")) as { argv: string[] };
      assert.ok(argv[1].startsWith(path.join(folder, "node_modules", "ssdml")));
    });

    it("runs a notebook that comes with it, and writes nothing into node_modules", async () => {
      const own = path.join(folder, "node_modules", "ssdml");
      const before = readdirSync(own, { recursive: true }).length;
      const shipped = path.join("node_modules", "ssdml", "notebooks", "01-affinities.ipynb");
      assert.match((await ssdml(folder, "run", shipped, "--out", "out/01.ipynb")).stdout, /Done|Written/);
      assert.equal(readdirSync(own, { recursive: true }).length, before);
    });
  });

  it("installed with pnpm, is required, imported and runs a cell", async () => {
    const folder = project("with-pnpm");
    writeFileSync(path.join(folder, "pnpm-workspace.yaml"), forPnpm);
    await install(["exec", "--yes", "pnpm@10.34.5", "--", "add", tarball], folder);
    await checkBasics(folder);
  });

  it("installed with Yarn, is required, imported and runs a cell", async () => {
    const folder = project("with-yarn", JSON.parse(forYarn) as object);
    const registry = JSON.stringify(await npmRegistry(folder));
    const settings = `nodeLinker: node-modules\nenableTelemetry: false\nnpmRegistryServer: ${registry}\n`;
    writeFileSync(path.join(folder, ".yarnrc.yml"), settings);
    writeFileSync(path.join(folder, "yarn.lock"), "");
    const words = ["exec", "--yes", "--package=@yarnpkg/cli-dist@4.10.3", "--", "yarn", "add"];
    await install([...words, `ssdml@file:${tarball}`], folder);
    await checkBasics(folder);
  });
});
