import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { AGML, identity, linear, mlp, tf, useEngine, DeepLRML } from "ssdml";
import { temporaryFolder } from "../support/temporary";
import { bars, small } from "./bars";

describe("feature vectors", () => {
  const { images, labels, truth } = bars();
  const features = { data: images.data, shape: [40, 64] as [number, number] };

  for (const [name, given, width] of [
    ["no network", undefined, 32],
    ["identity", identity(), 32],
    ["linear", linear(10), 5],
    ["mlp", mlp([12, 8]), 4],
  ] as const)
    it(`are learned with ${name}, and a saved model gives the same embeddings`, async (t) => {
      await useEngine("cpu");
      const before = tf.memory().numTensors;
      const model = await new AGML({ ...small, k: 4, network: given }).fit(features, labels, {
        validation: { images: features, labels: truth },
      });
      const z = model.transform(features);
      assert.deepEqual(z.shape, [40, width]);
      const file = path.join(temporaryFolder(t), "model.safetensors");
      await model.save(file);
      const again = await AGML.load(file, given);
      const loaded = again.transform(features);
      assert.deepEqual(await loaded.data(), await z.data());
      tf.dispose([z, loaded]);
      again.dispose();
      model.dispose();
      given?.dispose();
      assert.ok(tf.memory().numTensors <= before);
    });

  it("may be rows, tensors or typed rows, and the competitors take them too", async () => {
    await useEngine("cpu");
    const rows = Array.from({ length: 40 }, (_, i) => [...features.data.subarray(i * 64, (i + 1) * 64)]);
    const tensor = tf.tensor2d(features.data, [40, 64]);
    const values = [];
    for (const given of [features, rows, tensor]) {
      const model = await new DeepLRML({ ...small, epochs: 1 }).fit(given, [...labels]);
      const z = model.transform(given);
      values.push([...(await z.data())]);
      z.dispose();
      model.dispose();
    }
    tensor.dispose();
    assert.deepEqual(values[1], values[0]);
    assert.deepEqual(values[2], values[0]);
  });
});
