import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { cifarNetwork, embed, imageTensor, mnistNetwork } from "../../lib/networks";

const noise = random(1);
const someImages = (count: number) => ({
  data: Uint8Array.from({ length: count * 784 }, () => noise.integer(256)),
  shape: [count, 28, 28, 1] as [number, number, number, number],
});

describe("mnistNetwork", () => {
  it("has as many parameters as the paper's layers", async () => {
    await useEngine("wasm");
    const network = mnistNetwork({ seed: 1 });
    const size = Object.values(network.parameters).reduce((sum, parameter) => sum + parameter.size, 0);
    assert.equal(
      size,
      5 * 5 * 20 + 20 + (5 * 5 * 20 * 50 + 50) + (4 * 4 * 50 * 500 + 500) + (500 * 128 + 128),
    );
    network.dispose();
  });

  it("starts as in MatConvNet, or with He's deviations √(2/inputs)", async () => {
    await useEngine("wasm");
    for (const make of [mnistNetwork, cifarNetwork]) {
      const deviations = (initialization: "matconvnet" | "he") => {
        const network = make({ seed: 1, initialization });
        const found = Object.entries(network.parameters).flatMap(([, weights]) => {
          if (weights.rank !== 4) return [];
          const inputs = weights.shape.slice(0, 3).reduce((product, extent) => product * extent, 1);
          const values = weights.dataSync<"float32">();
          const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
          return [{ inputs, deviation: Math.sqrt(square) }];
        });
        network.dispose();
        return found;
      };
      for (const { inputs, deviation } of deviations("he"))
        assert.ok(Math.abs(deviation / Math.sqrt(2 / inputs) - 1) < 0.1, `${inputs}: ${deviation}`);
      const [first, second] = deviations("matconvnet");
      assert.ok(Math.abs(first.deviation / 0.01 - 1) < 0.1);
      assert.ok(Math.abs(second.deviation / (make === cifarNetwork ? 0.05 : 0.01) - 1) < 0.1);
    }
  });

  it("embeds on the unit sphere, the same with the same seed, whatever the batch size, without leaks", async () => {
    await useEngine("wasm");
    const images = someImages(7);
    const before = tf.memory().numTensors;
    const embeddings = [1, 1, 2].map((seed, i) => {
      const network = mnistNetwork({ seed });
      const z = embed(network, images, { batchSize: i === 1 ? 3 : 500 });
      network.dispose();
      return z;
    });
    const [a, b, c] = await Promise.all(embeddings.map((z) => z.data()));
    assert.deepEqual(embeddings[0].shape, [7, 128]);
    a.forEach((value, i) => {
      assert.ok(Math.abs(value - b[i]) < 1e-6);
    });
    assert.notDeepEqual(a, c);
    for (let i = 0; i < 7; i++) {
      const length = Math.hypot(...a.subarray(i * 128, (i + 1) * 128));
      assert.ok(Math.abs(length - 1) < 1e-5);
    }
    tf.dispose(embeddings);
    assert.equal(tf.memory().numTensors, before);
  });

  it("refuses images of another shape, and none at all", async () => {
    await useEngine("wasm");
    const network = mnistNetwork();
    const wide = { data: new Uint8Array(784), shape: [1, 14, 56, 1] as [number, number, number, number] };
    assert.throws(
      () => embed(network, wide),
      /images must have the shape \[28, 28, 1\] of the mnist network, got \[14, 56, 1\]/,
    );
    assert.throws(
      () => embed(network, { data: new Uint8Array(0), shape: [0, 28, 28, 1] }),
      /at least one image/,
    );
    assert.throws(() => embed(network, someImages(1), { batchSize: 0 }), /batchSize must be .* got 0/);
    network.dispose();
  });
});

describe("imageTensor", () => {
  it("holds the pixels as they are", async () => {
    await useEngine("cpu");
    const images = someImages(3);
    const tensor = imageTensor(images, 1, 2);
    assert.deepEqual(tensor.shape, [1, 28, 28, 1]);
    assert.deepEqual(Uint8Array.from(await tensor.data()), images.data.slice(784, 1568));
  });
});
