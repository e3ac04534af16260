import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { kMeans, normalizedMutualInformation, type KMeans } from "../../lib/evaluate";
import { Clustering } from "../../lib/evaluate/clustering/clustering";
import { reassigner, reassignPlain, type Reassigner } from "../../lib/evaluate/clustering/reassign";
import { seedCenters } from "../../lib/evaluate/clustering/seedCenters";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { labeledCloud, squaredDistance } from "./clouds";
import { grid } from "./grids";

const sizesOf = ({ assignments, centers }: KMeans) => {
  const sizes = new Array<number>(centers.shape[0]).fill(0);
  for (const k of assignments) sizes[k]++;
  return sizes;
};
const centerOf = ({ centers: { data, shape } }: KMeans, k: number) => [
  ...data.subarray(k * shape[1], (k + 1) * shape[1]),
];
const plainSearch: Reassigner = { reassign: (all) => all.map(reassignPlain), dispose: () => undefined };
/** Every center is the mean of its cluster, no cluster is empty, and the inertia is that of the two. */
function assertConsistent(x: number[][], result: KMeans): void {
  const sizes = sizesOf(result);
  assert.ok(sizes.every((size) => size > 0));
  const { assignments } = result;
  for (let k = 0; k < sizes.length; k++) {
    centerOf(result, k).forEach((value, c) => {
      const members = x.filter((_, i) => assignments[i] === k);
      const mean = members.reduce((sum, row) => sum + row[c], 0) / sizes[k];
      assert.ok(Math.abs(value - mean) < 1e-9 * (1 + Math.abs(mean)));
    });
  }
  const inertia = x.reduce((sum, row, i) => sum + squaredDistance(row, centerOf(result, assignments[i])), 0);
  assert.ok(Math.abs(result.inertia - inertia) <= 1e-8 * (1 + inertia));
}

describe("kMeans", () => {
  it("finds the pairs on a line, as computed by hand", () => {
    const result = kMeans([[0], [1], [10], [11], [20], [22]], { clusters: 3, seed: 1 });
    const [a, , b, , c] = result.assignments;
    assert.deepEqual([...result.assignments], [a, a, b, b, c, c]);
    assert.deepEqual([a, b, c].map((k) => result.centers.data[k]).map(Math.round), [1, 11, 21]);
    assert.ok(Math.abs(result.inertia - 3) < 1e-12);
    assert.equal(result.stopReason, "converged");
    assert.equal(result.inertias.length, 10);
  });

  it("finds separate clouds, and each point's nearest center is its own", () => {
    const { embeddings, labels } = labeledCloud(600, 5, 6, 3, 0.05);
    const result = kMeans(embeddings, { clusters: 6, tolerance: 0 });
    assert.equal(normalizedMutualInformation(labels, result.assignments), 1);
    assertConsistent(embeddings, result);
    embeddings.forEach((row, i) => {
      const distances = Array.from({ length: 6 }, (_, k) => squaredDistance(row, centerOf(result, k)));
      assert.equal(result.assignments[i], distances.indexOf(Math.min(...distances)));
    });
  });

  it("leaves no cluster empty and every center at its mean, on grids full of duplicates and ties", () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 100 }), (x, seed) => {
        const different = new Set(x.map(String)).size;
        for (const clusters of [1, 2, different]) {
          const result = kMeans(x, { clusters, seed, restarts: 2 });
          assertConsistent(x, result);
          if (clusters === different) assert.ok(result.inertia < 1e-20);
        }
      }),
    );
  });

  it("returns the run with the lowest inertia", () => {
    const { embeddings } = labeledCloud(200, 4, 10, 5);
    const result = kMeans(embeddings, { clusters: 10, restarts: 8, seed: 2 });
    assert.equal(result.inertia, Math.min(...result.inertias));
    assert.equal(result.inertias.indexOf(result.inertia), result.restart);
    const one = kMeans(embeddings, { clusters: 10, restarts: 1, seed: 2 });
    assert.equal(one.inertia, result.inertias[0]);
  });

  it("gives the same result for the same seed, and stops as configured", () => {
    const { embeddings } = labeledCloud(300, 4, 10, 6);
    const options = { clusters: 10, restarts: 1 };
    assert.deepEqual(
      kMeans(embeddings, { ...options, seed: 5 }),
      kMeans(embeddings, { ...options, seed: 5 }),
    );
    assert.notDeepEqual(
      kMeans(embeddings, { ...options, seed: 5 }).assignments,
      kMeans(embeddings, { ...options, seed: 6 }).assignments,
    );
    const cut = kMeans(embeddings, { ...options, maxIterations: 2 });
    assert.equal(cut.stopReason, "max-iterations");
    assert.equal(cut.iterations, 2);
    assertConsistent(embeddings, cut);
    const loose = kMeans(embeddings, { ...options, tolerance: 0.5 });
    assert.equal(loose.stopReason, "tolerance");
    assertConsistent(embeddings, loose);
    assert.equal(kMeans(embeddings, { ...options, tolerance: 0 }).stopReason, "converged");
  });

  it("clusters a cloud far from the origin as it does at the origin", () => {
    const { embeddings } = labeledCloud(100, 3, 4, 8);
    const far = embeddings.map((row) => row.map((value) => value + 2 ** 20));
    assert.deepEqual(
      kMeans(far, { clusters: 4 }).assignments,
      kMeans(embeddings, { clusters: 4 }).assignments,
    );
  });

  it("prints one line", () => {
    assert.match(
      inspect(kMeans([[0], [1], [5]], { clusters: 2 })),
      /^k-means: 3 points, 2 clusters, inertia 0.500000 after \d+ iterations? \(\w+\), best of 10 runs$/,
    );
  });

  it("says what is wrong with its arguments", () => {
    const x = [[0], [1], [2]];
    assert.throws(
      () => kMeans(x, { clusters: 4 }),
      /kMeans: clusters must be in \[1, n\], got clusters=4 with n=3. Lower clusters or add points./,
    );
    assert.throws(() => kMeans(x, { clusters: 0 }), /clusters must be a whole number in \[1, n\], got 0/);
    assert.throws(
      () => kMeans(x, { clusters: 2, restarts: 0 }),
      /restarts must be a whole number of at least 1, got 0/,
    );
    assert.throws(() => kMeans(x, { clusters: 2, maxIterations: 1.5 }), /maxIterations must .* got 1.5/);
    assert.throws(
      () => kMeans(x, { clusters: 2, tolerance: -1 }),
      /tolerance must be a number of at least 0, got -1/,
    );
    assert.throws(
      () => kMeans(x, { clusters: 2, seed: 0.5 }),
      /kMeans: seed must be a whole number, got 0.5/,
    );
    assert.throws(
      () => kMeans([[0], [NaN]], { clusters: 1 }),
      /x must be finite, got NaN in row 1, column 0/,
    );
    assert.throws(() => kMeans([], { clusters: 1 }), /at least 1 row and 1 column, got shape \[0, 0\]/);
  });

  it("rejects more clusters than different points, such as embeddings that collapsed", () => {
    assert.throws(
      () => kMeans([[1], [1], [1], [1]], { clusters: 2 }),
      /got clusters=2 for 1 different point\. Lower clusters, or check that the embeddings did not collapse./,
    );
    assert.throws(() => kMeans([[1], [2], [1], [2]], { clusters: 3 }), /clusters=3 for 2 different points/);
    assert.equal(kMeans([[1], [1]], { clusters: 1 }).inertia, 0);
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("kMeans clusters as it does in plain TypeScript, from arrays and tensors, without leaks", async () => {
      const { embeddings } = labeledCloud(2000, 30, 20, 9);
      await useEngine("cpu");
      const plain = kMeans(embeddings, { clusters: 20, restarts: 2 });
      await useEngine(engine);
      const before = tf.memory().numTensors;
      const result = kMeans(embeddings, { clusters: 20, restarts: 2 });
      assert.equal(tf.memory().numTensors, before);
      assertConsistent(embeddings, result);
      assert.ok(Math.abs(result.inertia / plain.inertia - 1) < 1e-3);
      const tensor = tf.tensor2d(embeddings);
      assert.deepEqual(kMeans(tensor, { clusters: 20, restarts: 2 }).assignments, result.assignments);
      assert.equal(tensor.isDisposed, false);
      tensor.dispose();
    });

    it("one reassignment on the engine moves the points that plain TypeScript moves, in all clusterings", () => {
      const { embeddings } = labeledCloud(3000, 40, 12, 10);
      const points = Float64Array.from(embeddings.flat());
      const start = () => {
        const all = [1, 2, 3].map(() => new Clustering(points, 40, 12));
        const noise = random(4);
        for (const clustering of all) {
          seedCenters(clustering, noise);
          clustering.moveCenters();
        }
        return all;
      };
      const [plain, other] = [start(), start()];
      const search = reassigner(points, 40, 12, 3);
      assert.deepEqual(search.reassign(other), plainSearch.reassign(plain));
      search.dispose();
      plain.forEach(({ assignments }, at) => {
        assert.deepEqual(other[at].assignments, assignments);
      });
    });

    it("kMeans frees its tensors when it throws", () => {
      const x = { data: new Float32Array(40_000).map((_, at) => at % 2), shape: [1000, 40] as const };
      const before = tf.memory().numTensors;
      assert.throws(() => kMeans(x, { clusters: 30 }), /clusters=30 for 1 different point\./);
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
