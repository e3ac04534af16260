import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { engines, useEngine } from "../../lib/engine";

describe("an engine whose files are damaged", () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "ssdml-"));

  before(() => {
    process.env.SSDML_HOME = home;
    const folder = path.join(home, "engines", "tensorflow");
    const dist = path.join(folder, "node_modules", "@tensorflow", "tfjs-node", "dist");
    mkdirSync(dist, { recursive: true });
    writeFileSync(path.join(dist, "register_all_kernels.js"), "");
    writeFileSync(path.join(dist, "nodejs_kernel_backend.js"), "");
    writeFileSync(path.join(folder, "binding.node"), "not a library");
    const record = {
      name: "tensorflow",
      package: "@tensorflow/tfjs-node",
      tensorflow: "2.21.0",
      binding: "binding.node",
    };
    writeFileSync(path.join(folder, "engine.json"), JSON.stringify(record));
  });
  after(() => {
    rmSync(home, { recursive: true });
  });

  it("is rejected with the command that repairs it", async () => {
    const row = (await engines()).find(({ name }) => name === "tensorflow")!;
    assert.equal(row.version, "2.21.0");
    await assert.rejects(
      useEngine("tensorflow"),
      /The tensorflow engine does not load: .*binding\.node.*Type: npx ssdml engine install tensorflow --force/,
    );
  });

  it("is skipped by auto, which says why", async () => {
    const engine = await useEngine("auto");
    assert.equal(engine.name, "wasm");
    assert.match(engine.reason, /tensorflow: The tensorflow engine does not load/);
  });
});
