import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { engineNames, engines, requireEngine, useEngine, type EngineName } from "../../lib/engine";
import { expectedLosses, probe } from "../../lib/engine/probe";

describe("useEngine", () => {
  it("is needed before anything is computed", () => {
    assert.throws(() => {
      requireEngine("embed");
    }, /embed: no engine is in use. Call `await useEngine\(\)` first./);
  });

  it("starts the requested engine, and says so in one line", async () => {
    const engine = await useEngine("cpu");
    assert.equal(engine.name, "cpu");
    assert.equal(tf.getBackend(), "cpu");
    assert.match(String(engine), /^cpu 4\.22\.0 on .+, 1 thread: requested/);
  });

  it("probes with the losses of plain JavaScript", async () => {
    await useEngine("cpu");
    const { losses } = await probe();
    losses.forEach((loss, i) => {
      assert.ok(Math.abs(loss - expectedLosses[i]) < 1e-4);
    });
  });

  it("chooses a real engine by itself, explains why, and leaves no tensor behind", async () => {
    const engine = await useEngine();
    const real = (await engines()).filter(
      ({ available, reason }) => available && !reason.includes("software"),
    );
    assert.ok(real.some(({ name }) => name === engine.name) && engine.name !== "cpu", engine.name);
    if (engine.name === "wasm") assert.ok(!real.some(({ name }) => name === "tensorflow"));
    assert.match(engine.reason, /the fastest working engine here; cuda: /);
    assert.equal(tf.memory().numTensors, 0);
  });

  it("goes back and forth between engines with live tensors", async () => {
    await useEngine("wasm");
    const x = tf.tensor1d([1, 2, 3]);
    await useEngine("cpu");
    const y = tf.mul(x, 2);
    await useEngine("wasm");
    const z = tf.add(y, x);
    assert.deepEqual([...(await z.data())], [3, 6, 9]);
    tf.dispose([x, y, z]);
  });

  it("lists the valid names when it gets another one", async () => {
    await assert.rejects(
      useEngine("gpu" as EngineName),
      /useEngine: name must be one of auto, cuda, tensorflow, webgpu, wasm, cpu, got "gpu"\. Did you mean "cuda"\?/,
    );
  });

  it("says how to get an engine that is not installed", async () => {
    const home = process.env.SSDML_HOME;
    process.env.SSDML_HOME = "no-such-folder";
    try {
      await assert.rejects(
        useEngine("tensorflow"),
        /the tensorflow engine is not available: not installed. To get it: npx ssdml engine install tensorflow/,
      );
    } finally {
      if (home === undefined) delete process.env.SSDML_HOME;
      else process.env.SSDML_HOME = home;
    }
  });
});

describe("engines", () => {
  it("has a row for each, with a device and a version or a reason", async () => {
    const rows = await engines();
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...engineNames],
    );
    for (const row of rows) {
      if (row.available) assert.ok(row.device && row.version, `${row.name} names device and version`);
      else assert.ok(row.reason, `${row.name} says why not`);
    }
  });
});
