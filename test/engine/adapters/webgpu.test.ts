import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { engines, useEngine } from "../../../lib/engine";
import { onEngine } from "../everyEngine";

onEngine("webgpu", () => {
  it("says how to read a tensor that cannot be read synchronously", async () => {
    const x = tf.fill([4000], 1);
    const y = tf.mul(x, 2);
    assert.throws(() => y.dataSync(), /cannot read a tensor synchronously. Use `await tensor.data\(\)`/);
    assert.equal((await y.data())[3999], 2);
    tf.dispose([x, y]);
  });

  it("is not chosen by auto if the graphics card is emulated in software", async (test) => {
    const row = (await engines()).find(({ name }) => name === "webgpu")!;
    if (!row.reason.includes("software")) {
      test.skip("this machine has a real card");
      return;
    }
    const engine = await useEngine("auto");
    assert.notEqual(engine.name, "webgpu");
    assert.match(engine.reason, /webgpu: a software GPU/);
    await useEngine("webgpu");
  });

  it("says what to do when the graphics card is lost", async () => {
    const y = tf.mul(tf.fill([4000], 1), 3);
    (tf.backend() as unknown as { device: { destroy(): void } }).device.destroy();
    await assert.rejects(y.data(), /The graphics card was lost \(.+\).* useEngine\("wasm"\)/);
  });
});
