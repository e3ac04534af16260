import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { featureDataset, loadFeatures, type Features } from "../../../lib/datasets";

/** Twelve rows [i, 10 i] of four classes, three rows each. */
function rows(): Promise<Features> {
  const kinds = ["ash", "elm", "fir", "oak"];
  const values = Array.from({ length: 12 }, (_, i) => [i, 10 * i, kinds[i % 4], `row ${i}`]);
  return loadFeatures({ columns: ["a", "b", "kind", "name"], values }, { label: "kind", name: "name" });
}

const column = ({ data, shape: [n, d] }: { data: Float32Array; shape: [number, number] }) =>
  Array.from({ length: n }, (_, i) => data[i * d]);

describe("featureDataset", () => {
  it("gives the second half of the classes to the test part", async () => {
    const { name, train, test, classNames } = featureDataset(await rows(), {
      test: "classes",
      name: "trees",
    });
    assert.equal(name, "trees");
    assert.deepEqual(classNames, ["ash", "elm", "fir", "oak"]);
    assert.deepEqual([...train.labels], [0, 1, 0, 1, 0, 1]);
    assert.deepEqual(column(train.features), [0, 1, 4, 5, 8, 9]);
    assert.deepEqual([...test.labels], [2, 3, 2, 3, 2, 3]);
    assert.deepEqual([...test.features.data.slice(0, 4)], [2, 20, 3, 30]);
    assert.deepEqual(train.files, ["row 0", "row 1", "row 4", "row 5", "row 8", "row 9"]);
  });

  it("gives a random share of each class to the test part, the same for a seed, and unlabeled rows to training", async () => {
    const features = await rows();
    features.labels[0] = -1;
    const split = (seed: number) => featureDataset(features, { test: 0.34, seed });
    const { train, test } = split(3);
    assert.deepEqual([...test.labels].sort(), [0, 1, 2, 3]);
    assert.equal(train.labels.length, 8);
    assert.equal(train.labels[0], -1);
    assert.deepEqual(new Set([...column(train.features), ...column(test.features)]).size, 12);
    assert.deepEqual(split(3).test.files, test.files);
    const choices = new Set(Array.from({ length: 5 }, (_, seed) => String(split(seed).test.files)));
    assert.ok(choices.size > 1, "every seed chooses the same rows");
    assert.equal(featureDataset(features, { test: 0 }).test.labels.length, 0);
  });

  it("prints as one line", async () => {
    assert.equal(
      inspect(featureDataset(await rows(), { test: "classes", name: "trees" })),
      "trees: 6 training and 6 test vectors of 2 numbers, of 4 classes",
    );
  });

  it("says what is wrong", async () => {
    const features = await rows();
    const of = (wrong: object) => () => featureDataset({ ...features, ...wrong });
    assert.throws(() => featureDataset(features, { test: 1 }), /test must be a share .* or "classes", got 1/);
    assert.throws(() => featureDataset(features, { test: "class" as never }), /or "classes", got "class"/);
    assert.throws(
      of({ labels: new Int32Array(12).fill(-1) }),
      /of two classes at least, got 0 classes\. Name/,
    );
    assert.throws(of({ labels: new Int32Array(3) }), /one label per row, got 3 labels for 12 rows/);
    const data = Float32Array.from(features.features.data).fill(NaN, 7, 8);
    assert.throws(of({ features: { data, shape: [12, 2] } }), /must be finite, got NaN in row 3, column 1/);
  });
});
