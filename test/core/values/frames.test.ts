import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DataFrame, Series } from "danfojs-node";
import { AGML, evaluateEmbeddings, knnGraph, normalizedMutualInformation, tf, useEngine } from "ssdml";
import { bars, network } from "../../train/bars";

describe("a DataFrame and a Series of Danfo, and a tensor of pictures", () => {
  before(() => useEngine("cpu"));
  const rows = [
    [0, 0],
    [0, 1],
    [5, 5],
    [5, 6],
  ];

  it("are taken as points and labels", async () => {
    const frame = new DataFrame(rows, { columns: ["x", "y"] });
    assert.deepEqual(knnGraph(frame, { k: 1 }), knnGraph(rows, { k: 1 }));
    const options = { recallAt: [1], seed: 1 };
    assert.deepEqual(
      await evaluateEmbeddings(frame, new Series(["a", "a", "b", "b"]), options),
      await evaluateEmbeddings(rows, [0, 0, 1, 1], options),
    );
    const numbers = new Series([0, 0, 1, 1]);
    assert.equal(normalizedMutualInformation(numbers, ["a", "a", "b", "b"]), 1);
    const words = new DataFrame([["a", 1]], { columns: ["x", "y"] });
    assert.throws(
      () => knnGraph(words, { k: 1 }),
      /knnGraph: z must hold numbers, got "a" in column "x", row 0\. Drop that column/,
    );
  });

  it("are what a model learns from", async () => {
    const { images, labels } = bars();
    const fitted = async (x: Parameters<AGML["fit"]>[0], y: Parameters<AGML["fit"]>[1]) => {
      const model = new AGML({ seed: 1, epochs: 1, partitionSize: 20, k: 4, network: network() });
      await model.fit(x, y);
      const z = model.transform(x);
      const values = [...(await z.data())];
      z.dispose();
      model.dispose();
      return values;
    };
    const plain = await fitted(images, labels);
    const tensor = tf.tensor4d(Float32Array.from(images.data), images.shape);
    assert.deepEqual(await fitted(tensor, new Series([...labels])), plain);
    tensor.dispose();
  });

  it("with NaN blames missing values, and names row and column", () => {
    assert.throws(
      () => knnGraph([...rows, [1, NaN]], { k: 1 }),
      /z must be finite, got NaN in row 4, column 1\. Replace or remove missing values/,
    );
  });
});
