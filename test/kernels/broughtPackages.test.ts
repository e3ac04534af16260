import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { result, TestKernel, type Execution } from "./client";

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("a notebook in a folder where nothing is installed", () => {
  let kernel: TestKernel;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-brought-"));
    const own = "node_modules/umap-js/";
    write(folder, `${own}package.json`, '{"name":"umap-js","version":"9.9.9","types":"index.d.ts"}');
    write(folder, `${own}index.js`, 'exports.mine = "mine"; exports.UMAP = class {};');
    write(folder, `${own}index.d.ts`, "export declare const mine: string;");
    write(folder, "helper.ts", 'import { sqrt } from "mathjs"; export const two = sqrt(4) as number;');
    kernel = await TestKernel.start(folder);
  });
  after(async () => {
    await (kernel as TestKernel | undefined)?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(code: string): Promise<Execution> {
    const execution = await kernel.execute(code);
    assert.equal(execution.reply.content.status, "ok", JSON.stringify(execution.reply.content));
    return execution;
  }

  const value = async (code: string): Promise<string> => result(await run(code));

  async function failure(code: string): Promise<string> {
    const { reply } = await kernel.execute(code);
    assert.equal(reply.content.status, "error", `${code} does not fail`);
    return String(reply.content.evalue);
  }

  async function completions(code: string): Promise<unknown[]> {
    const content = { code, cursor_pos: code.length };
    return (await kernel.request("shell", "complete_request", content)).reply.content.matches as unknown[];
  }

  it("imports the packages that ssdml brings, with their types", async () => {
    await run('import { DataFrame } from "danfojs-node"; import * as math from "mathjs";');
    assert.equal(await value('new DataFrame({ a: [1, 2], b: ["x", "y"] }).shape'), "[ 2, 2 ]");
    assert.equal(await value("math.det([[1, 2], [3, 4]])"), "-2");
    await run('import * as vl from "vega-lite"; import * as vega from "vega";');
    assert.equal(
      await value(
        'const spec: vl.TopLevelSpec = { data: { values: [] }, mark: "bar" }; vl.compile(spec).spec.marks!.length',
      ),
      "1",
    );
    await run('import * as tfjs from "@tensorflow/tfjs"; import { tensor1d } from "@tensorflow/tfjs-core";');
    assert.equal(await value("tfjs.layers.dense({ units: 2 }).getClassName()"), "Dense");
    assert.match(await failure("math.det(1, 2)"), /Expected 1 arguments, but got 2/);
    assert.match(await failure("vl.compile({ mark: 7 })"), /Type 'number' is not assignable/);
    assert.match(
      await failure("const names: string = new DataFrame({}).shape"),
      /is not assignable to type 'string'/,
    );
    assert.match(await failure("const text: string = tensor1d([1]);"), /is not assignable to type 'string'/);
    assert.match(await failure("tfjs.layers.dense({})"), /Property 'units' is missing/);
    assert.match(await failure("vega.parse()"), /Expected 1-3 arguments/);
  });

  it("imports files inside of these packages", async () => {
    assert.equal(
      await value('import * as build from "vega-lite/build/vega-lite"; typeof build.compile'),
      "function",
    );
    assert.equal(await value('import { sqrt as root } from "mathjs/number"; root(9)'), "3");
    assert.match(
      await failure('import { nothing } from "mathjs/number";'),
      /has no exported member 'nothing'/,
    );
  });

  it("imports them with import(), with require.resolve and from local modules", async () => {
    assert.equal(await value('(await import("mathjs")).sqrt(16)'), "4");
    assert.equal(await value('typeof (await import("danfojs-node")).DataFrame'), "function");
    assert.equal(await value('import { two } from "./helper"; two'), "2");
    assert.match(await value('require.resolve("vega-lite")'), /node_modules.vega-lite/);
  });

  it("offers their names and members while the user types", async () => {
    assert.ok((await completions('import * as m from "mathjs"; m.eig')).includes("eigs"));
    assert.ok((await completions('import { tf } from "ssdml"; tf.tid')).includes("tidy"));
    assert.ok(
      (await completions('import { DataFrame } from "danfojs-node"; new DataFrame().sha')).includes("shape"),
    );
  });

  it("gets the version of a package that its own folder has, with its types", async () => {
    assert.equal(await value('import { mine } from "umap-js"; mine'), "mine");
    assert.match(await failure('import { UMAP } from "umap-js";'), /has no exported member 'UMAP'/);
    assert.equal(await value('(await import("umap-js")).mine'), "mine");
  });

  it("does not get packages that ssdml merely depends on indirectly", async () => {
    assert.match(await failure('import * as papa from "papaparse";'), /Cannot find module 'papaparse'/);
  });
});
