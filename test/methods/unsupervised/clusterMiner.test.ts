import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";
import { useEngine } from "../../../lib/engine";
import { clusterMiner } from "../../../lib/methods";
import { evenly, whitenedRows } from "../../../lib/methods/unsupervised/clusterMiner";
import type { MinerContext } from "../../../lib/mining";

const { rows, products } = JSON.parse(readFileSync("test/fixtures/reference/whitening.json", "utf8")) as {
  rows: number[][];
  products: Record<string, number[][]>;
};
const matrix = (values: number[][]) => ({
  data: Float32Array.from(values.flat()),
  shape: [values.length, values[0].length] as [number, number],
});
const context = (values: number[][], seed = 1) =>
  ({ projected: matrix(values), random: random(seed) }) as unknown as MinerContext;

/** Three groups of different sizes around three points. */
const noise = random(8);
const groups = [20, 5, 2].flatMap((size, group) =>
  Array.from({ length: size }, () => [0, 1, 2].map((c) => (c === group ? 3 : 0) + 0.1 * noise.normal())),
);
const groupOf = (i: number) => (i < 20 ? 0 : i < 25 ? 1 : 2);

describe("whitenedRows", () => {
  it("is what NumPy's singular value decomposition gives", () => {
    for (const [directions, expected] of Object.entries(products)) {
      const { data, shape } = whitenedRows(matrix(rows), Number(directions));
      assert.deepEqual(shape, [20, Number(directions)]);
      const row = (i: number) => data.subarray(i * shape[1], (i + 1) * shape[1]);
      for (let i = 0; i < 20; i++)
        for (let j = 0; j < 20; j++) {
          const product = row(i).reduce((sum, value, c) => sum + value * row(j)[c], 0);
          assert.ok(Math.abs(product - expected[i][j]) < 1e-4, `${product} ${expected[i][j]}`);
        }
    }
  });

  it("leaves out directions without variance, and is zero where all rows are the same", () => {
    const flat = Array.from({ length: 6 }, (_, i) => [i, 2 * i, 1]);
    assert.deepEqual(whitenedRows(matrix(flat), 3).shape, [6, 1]);
    assert.ok(whitenedRows(matrix(flat.map(() => [1, 2, 3])), 3).data.every((value) => value === 0));
  });
});

describe("evenly", () => {
  it("draws as many positions as there are points, equally many of each cluster", () => {
    const assignments = Int32Array.from({ length: 27 }, (_, i) => groupOf(i));
    const drawn = evenly(assignments, random(1));
    assert.equal(drawn.length, 27);
    const counts = [0, 0, 0];
    for (const i of drawn) counts[groupOf(i)]++;
    assert.deepEqual(counts, [9, 9, 9]);
    assert.equal(
      new Set(drawn.filter((i) => groupOf(i) === 2)).size,
      2,
      "a small cluster repeats all of its points",
    );
    assert.equal(new Set(drawn.filter((i) => groupOf(i) === 0)).size, 9, "a large one repeats none");
  });
});

describe("clusterMiner", () => {
  before(() => useEngine("cpu"));

  it("finds the groups and makes them classes", async () => {
    const { labels, anchors } = await clusterMiner({ clusters: 3, directions: 2 })(context(groups));
    const clusters = [0, 20, 25].map((i) => labels![i]);
    assert.equal(new Set(clusters).size, 3);
    for (let i = 0; i < 27; i++) assert.equal(labels![i], clusters[groupOf(i)]);
    assert.equal(anchors.length, 27);
  });

  it("makes fewer clusters of fewer different points, and says where there are none", async () => {
    const { labels } = await clusterMiner()(
      context([
        [0, 1],
        [1, 0],
        [0, 1],
        [1, 1],
      ]),
    );
    assert.equal(new Set(Array.from(labels!)).size, 3);
    assert.equal(labels![0], labels![2]);
    assert.throws(
      () =>
        clusterMiner()(
          context([
            [1, 0],
            [1, 0],
          ]),
        ),
      /clusterMiner: all embeddings of the partition are the same/,
    );
    assert.throws(
      () => clusterMiner({ clusters: 1 }),
      /clusters must be a whole number of at least 2, got 1/,
    );
  });
});
