import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { suggestLabels, tf, useEngine, type ExamplesLike } from "ssdml";
import { random } from "../../lib/core/values/random";

/** Embeddings as they are given. */
const asGiven = { transform: (x: ExamplesLike) => tf.tensor2d(x as number[][]) };
const model = {
  transform(examples: ExamplesLike) {
    const { data, shape } = examples as { data: Float32Array; shape: [number, number] };
    return tf.tensor2d(data, shape);
  },
};

/** Three groups on a circle, of 60, 60 and 30 points, and two points far from all. */
function groups() {
  const noise = random(3);
  const at = (angle: number) => [Math.cos(angle), Math.sin(angle)];
  const group = (center: number, count: number) =>
    Array.from({ length: count }, () => at(center + 0.08 * noise.normal()));
  return [...group(0, 60), ...group(2, 60), ...group(4, 30), at(1), at(1.01)];
}

const groupOf = (i: number) => (i < 60 ? 0 : i < 120 ? 1 : i < 150 ? 2 : 3);

describe("suggestLabels", () => {
  before(() => useEngine("cpu"));

  it("asks for each group once before it asks for a second of any, without any label", async () => {
    const suggested = await suggestLabels(model, groups(), { count: 3, k: 5 });
    assert.deepEqual([...suggested].map(groupOf).sort(), [0, 1, 2]);
  });

  it("asks first where nothing is known", async () => {
    const labels = new Int32Array(152).fill(-1);
    labels[0] = 0;
    labels[60] = 1;
    const [first] = await suggestLabels(model, groups(), { count: 1, labels, k: 5 });
    assert.equal(groupOf(first), 2);
  });

  it("never suggests a labeled point or a point twice, and repeats with the seed", async () => {
    const labels = Int32Array.from({ length: 152 }, (_, i) => (i % 3 === 0 ? groupOf(i) % 3 : -1));
    const suggest = (seed: number) =>
      suggestLabels(model, groups(), { count: 40, labels, k: 5, seed, candidates: 60 });
    const suggested = await suggest(1);
    assert.equal(new Set(suggested).size, 40);
    for (const i of suggested) assert.equal(labels[i], -1);
    assert.deepEqual(suggested, await suggest(1));
    assert.notDeepEqual(suggested, await suggest(2));
  });

  it("takes class names as labels, and leaks no tensor", async () => {
    const before = tf.memory().numTensors;
    const labels = Array.from({ length: 152 }, (_, i) => (i === 0 ? "dog" : i === 60 ? "cat" : null));
    const [first] = await suggestLabels(model, groups(), { count: 1, labels, k: 5 });
    assert.equal(groupOf(first), 2);
    assert.equal(tf.memory().numTensors, before);
  });

  it("names what is wrong", async () => {
    const points = groups();
    await assert.rejects(suggestLabels({} as never, points), /suggestLabels: model/);
    await assert.rejects(
      suggestLabels(model, points, { count: 153 }),
      /count must be at most the number of unlabeled points, 152, got 153/,
    );
    await assert.rejects(suggestLabels(model, points, { labels: [1] }), /one entry per point/);
    await assert.rejects(
      suggestLabels(model, points, { k: 200 }),
      /k must be below the number of points, 152/,
    );
    await assert.rejects(suggestLabels(asGiven, points, { counts: 3 } as never), /count/);
  });
});
