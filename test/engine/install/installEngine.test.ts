import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import {
  type InstallableEngine,
  installedEngine,
  installEngine,
  type InstallEvent,
  type InstallOptions,
} from "../../../lib/engine/install";
import { temporaryFolder, withEnvironment } from "../../support/temporary";
import { toyWorld, wheelName } from "./support/toyWorld";

const wheelsExistHere = process.platform === "linux" && process.arch === "x64";
const wheelsOnly = { skip: !wheelsExistHere && "the toy wheel is one for Linux x64" };

async function collect(name: InstallableEngine, options: InstallOptions): Promise<InstallEvent[]> {
  const events: InstallEvent[] = [];
  for await (const event of installEngine(name, options)) events.push(event);
  return events;
}

function steps(events: InstallEvent[]): string[] {
  return events.flatMap((event) => (event.kind === "step" ? [event.message.split(" ")[0]] : []));
}

describe("installEngine", wheelsOnly, () => {
  it("builds against the wheel when the package's own host does not answer", async (t) => {
    const { home, toys } = await toyWorld(t);
    const events = await collect("tensorflow", toys);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["step", "step", "step", "step", "step", "download", "step", "step", "step", "done"],
    );
    assert.match(JSON.stringify(events[1]), /does not answer: building against the PyPI wheel instead/);
    assert.match(JSON.stringify(events[3]), /TensorFlow's wheel is checked against the given sha256/);

    const engine = installedEngine("tensorflow")!;
    assert.deepEqual(events.at(-1), { kind: "done", engine, alreadyInstalled: false });
    assert.equal(engine.source, "wheel");
    assert.equal(engine.tensorflow, "2.21.0");
    assert.equal(engine.folder, path.join(home, "engines", "tensorflow"));
    const deps = path.join(engine.folder, "node_modules", "@tensorflow", "tfjs-node", "deps");
    assert.equal(fs.readFileSync(path.join(deps, "lib", "libtensorflow_cc.so.2"), "utf8"), "cc");
    assert.equal(fs.readFileSync(path.join(deps, "lib", "libtensorflow.so"), "utf8"), "cc");
    assert.ok(fs.existsSync(path.join(deps, "include", "tensorflow", "c", "c_api.h")));
    assert.deepEqual(fs.readdirSync(path.join(home, "engines")), ["tensorflow"]);
    assert.deepEqual(fs.readdirSync(path.join(home, "downloads")), [wheelName]);
  });

  it("has nothing to do the second time, and reinstalls when forced", async (t) => {
    const { toys, server } = await toyWorld(t);
    await collect("tensorflow", toys);
    const asked = server.requests.length;
    const [event, ...more] = await collect("tensorflow", toys);
    assert.deepEqual([event?.kind, more.length, server.requests.length], ["done", 0, asked]);
    const again = await collect("tensorflow", { ...toys, force: true });
    assert.equal(again.at(-1)?.kind, "done");
    assert.equal(fs.readdirSync(path.dirname(installedEngine("tensorflow")!.folder)).length, 1);
  });

  it("falls back to the wheel when the normal installation fails", async (t) => {
    const { toys, settings } = await toyWorld(t);
    settings.ownBuild = 200;
    const events = await collect("tensorflow", toys);
    assert.match(JSON.stringify(events[1]), /answers: installing the package's own build/);
    assert.match(JSON.stringify(events[2]), /That failed \(npm error toy npm installs nothing\): building/);
    assert.equal(installedEngine("tensorflow")?.source, "wheel");
  });

  it("leaves neither staging nor lock nor engine behind when it fails", async (t) => {
    const { home, toys, settings } = await toyWorld(t);
    settings.wheel = Buffer.alloc(settings.wheel.length, "other ");
    await assert.rejects(collect("tensorflow", toys), { name: "UserError", message: /arrived corrupt/ });
    assert.deepEqual(fs.readdirSync(path.join(home, "engines")), []);
    assert.deepEqual(fs.readdirSync(path.join(home, "downloads")), []);
    assert.equal(installedEngine("tensorflow"), undefined);
  });

  it("downloads nothing from an index that gives TensorFlow's wheel another sha256", async (t) => {
    const { home, toys, server, settings } = await toyWorld(t);
    settings.sha256 = "0".repeat(64);
    await assert.rejects(collect("tensorflow", toys), {
      name: "UserError",
      message: new RegExp(`with the sha256 0{64} instead of ${toys.sha256}, so it is not used\\.`),
    });
    await assert.rejects(collect("tensorflow", { index: toys.index }), /0{64} instead of 05af7c26/);
    assert.ok(server.requests.every(({ path: asked }) => !asked.endsWith(".whl")));
    assert.deepEqual(fs.readdirSync(path.join(home, "downloads")), []);
  });

  it("uses an index without https only if pip trusts its host, and says so", async (t) => {
    const { toys } = await toyWorld(t);
    // Linux takes 0.0.0.0 to this machine, but it is no loopback address.
    const options = { ...toys, index: toys.index.replace("127.0.0.1", "0.0.0.0") };
    withEnvironment(t, { PIP_TRUSTED_HOST: undefined, PIP_CONFIG_FILE: "/dev/null" });
    await assert.rejects(
      collect("tensorflow", options),
      /pip config set global\.trusted-host 0\.0\.0\.0:\d+$/,
    );
    withEnvironment(t, { PIP_TRUSTED_HOST: "0.0.0.0" });
    const events = await collect("tensorflow", options);
    assert.match(
      JSON.stringify(events[3]),
      /Using plain http, because pip's trusted-host includes 0\.0\.0\.0\./,
    );
    assert.equal(events.at(-1)?.kind, "done");
  });

  it("skips the package's own build if it is not offered over https", async (t) => {
    const { toys } = await toyWorld(t);
    withEnvironment(t, { TOY_OWN_BUILD: "http://mirror.example/own-build.tar.gz" });
    const events = await collect("tensorflow", toys);
    assert.match(
      JSON.stringify(events[1]),
      /not offered over https \(http:\/\/mirror\.example\/.*building against/,
    );
  });

  it("removes the staging folder of a run that was killed", async (t) => {
    const { home, toys } = await toyWorld(t);
    fs.mkdirSync(path.join(home, "engines", ".staging-tensorflow", "engine", "left"), { recursive: true });
    await collect("tensorflow", toys);
    assert.deepEqual(fs.readdirSync(path.join(home, "engines")), ["tensorflow"]);
    assert.deepEqual(fs.readdirSync(installedEngine("tensorflow")!.folder).sort(), [
      "engine.json",
      "node_modules",
    ]);
  });

  it("asks for a compiler before it downloads anything", async (t) => {
    const { toys, server } = await toyWorld(t);
    withEnvironment(t, { CXX: undefined });
    const folder = temporaryFolder(t);
    for (const program of ["tar", "gzip"]) {
      const file = ["/bin", "/usr/bin"]
        .map((place) => path.join(place, program))
        .find((place) => fs.existsSync(place));
      fs.symlinkSync(file!, path.join(folder, program));
    }
    withEnvironment(t, { PATH: folder });
    await assert.rejects(collect("tensorflow", toys), {
      name: "UserError",
      message: /needs a C\+\+ compiler/,
    });
    assert.ok(server.requests.every(({ path: asked }) => asked === "/own-build.tar.gz"));
  });

  it("rejects a second installation while it runs", async (t) => {
    const { toys } = await toyWorld(t);
    const first = installEngine("tensorflow", toys);
    await first.next();
    await assert.rejects(collect("tensorflow", toys), { name: "UserError", message: /^Another/ });
    await first.return();
    assert.deepEqual(steps(await collect("tensorflow", toys)).at(-1), "Checking");
  });

  it("stops at once on request, and keeps only the download", async (t) => {
    const { home, toys, settings } = await toyWorld(t);
    const controller = new AbortController();
    settings.beforeWheel = () => {
      controller.abort();
    };
    await assert.rejects(collect("tensorflow", { ...toys, signal: controller.signal }), {
      name: "AbortError",
    });
    assert.deepEqual(fs.readdirSync(path.join(home, "engines")), []);
  });

  it("says so when npm is missing", async (t) => {
    const { toys } = await toyWorld(t);
    withEnvironment(t, { npm_execpath: undefined, PATH: temporaryFolder(t) });
    await assert.rejects(collect("tensorflow", toys), {
      name: "UserError",
      message: /^npm was not found/,
    });
  });
});

describe("installEngine refuses", () => {
  it("a user folder that cannot be written", async (t) => {
    const file = path.join(temporaryFolder(t), "file");
    fs.writeFileSync(file, "");
    withEnvironment(t, { SSDML_HOME: path.join(file, "home") });
    await assert.rejects(collect("tensorflow", {}), {
      name: "UserError",
      message: /^Cannot write to .*: a part of the path is a file, not a folder\. .* SSDML_HOME /,
    });
  });

  it("an unknown engine", async () => {
    await assert.rejects(collect("tpu" as InstallableEngine, {}), {
      name: "UserError",
      message: 'installEngine: name must be one of tensorflow, cuda, got "tpu".',
    });
  });

  it("cuda without an NVIDIA GPU", { skip: fs.existsSync("/dev/nvidiactl") && "there is one" }, async (t) => {
    withEnvironment(t, { SSDML_HOME: temporaryFolder(t), PATH: temporaryFolder(t) });
    await assert.rejects(collect("cuda", {}), {
      name: "UserError",
      message: /^The cuda engine needs an NVIDIA GPU.* --force /,
    });
  });
});

describe("installedEngine", () => {
  it("is undefined for a folder without a complete record or without its binding", (t) => {
    const home = temporaryFolder(t);
    withEnvironment(t, { SSDML_HOME: home });
    const folder = path.join(home, "engines", "tensorflow");
    assert.equal(installedEngine("tensorflow"), undefined);
    fs.mkdirSync(folder, { recursive: true });
    for (const text of ["", "null", "{}", '{"name":"tensorflow","binding":"gone.node"}']) {
      fs.writeFileSync(path.join(folder, "engine.json"), text);
      assert.equal(installedEngine("tensorflow"), undefined, text);
    }
  });
});
