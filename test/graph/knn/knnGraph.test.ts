import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { useEngine } from "../../../lib/engine";
import { knnGraph } from "../../../lib/graph/knn/knnGraph";
import { onEngine, readableEngines } from "../../engine/everyEngine";

/** All distances, sorted: slow and plain. */
function bruteForce(z: number[][], k: number): number[][] {
  const squared = (x: number[], y: number[]) => {
    let sum = 0;
    for (let axis = 0; axis < x.length; axis++) sum += (x[axis] - y[axis]) ** 2;
    return sum;
  };
  return z.map((x, i) => {
    const distances = z.map((y) => squared(x, y));
    return [...z.keys()]
      .filter((j) => j !== i)
      .sort((a, b) => distances[a] - distances[b] || a - b)
      .slice(0, k);
  });
}

const rowsOf = ({ n, k, neighbors }: ReturnType<typeof knnGraph>) =>
  Array.from({ length: n }, (_, i) => [...neighbors.slice(i * k, (i + 1) * k)]);

function cloud(n: number, d: number, seed: number): number[][] {
  const noise = random(seed);
  return Array.from({ length: n }, () => Array.from({ length: d }, () => Math.fround(noise.normal())));
}

describe("knnGraph", () => {
  it("finds the neighbors and distances of points on a line, as computed by hand", () => {
    const graph = knnGraph([[0], [1], [2.2], [5], [6.1], [7.5]], { k: 2 });
    assert.deepEqual(rowsOf(graph), [
      [1, 2],
      [0, 2],
      [1, 0],
      [4, 5],
      [3, 5],
      [4, 3],
    ]);
    const expected = [1, 2.2, 1, 1.2, 1.2, 2.2, 1.1, 2.5, 1.1, 1.4, 1.4, 2.5];
    graph.distances.forEach((distance, e) => {
      assert.ok(Math.abs(distance - expected[e]) < 1e-6);
    });
  });

  for (const name of ["affinity_small", "affinity_gamma05", "affinity_medium"]) {
    it(`finds NumPy's neighbors, ${name}`, () => {
      const { embeddings, neighbors } = JSON.parse(
        readFileSync(path.join("test", "fixtures", "reference", `${name}.json`), "utf8"),
      ) as { embeddings: number[][]; neighbors: number[][] };
      assert.deepEqual(rowsOf(knnGraph(embeddings, { k: neighbors[0].length })), neighbors);
    });
  }

  it("agrees with brute force on grids, where most distances are tied and points repeat", () => {
    const grid = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 2 }), {
      minLength: 4,
      maxLength: 30,
    });
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 3 }), (z, k) => {
        fc.pre(z.some((row) => row.join() !== z[0].join()));
        assert.deepEqual(rowsOf(knnGraph(z, { k })), bruteForce(z, k));
      }),
    );
  });

  it("never makes a point its own neighbor, even among duplicates", () => {
    const graph = knnGraph([[1], [1], [1], [2]], { k: 3 });
    assert.deepEqual(rowsOf(graph), [
      [1, 2, 3],
      [0, 2, 3],
      [0, 1, 3],
      [0, 1, 2],
    ]);
  });

  it("says what is wrong with its arguments", () => {
    const z = cloud(5, 2, 1);
    assert.throws(
      () => knnGraph(z, { k: 5 }),
      /knnGraph: k must be in \[1, n-1\], got k=5 with n=5. Lower k or add points./,
    );
    assert.throws(() => knnGraph(z, { k: 0 }), /knnGraph: k must be a whole number in \[1, n-1\], got 0\./);
    assert.throws(
      () => knnGraph(z, { k: 1.5 }),
      /knnGraph: k must be a whole number in \[1, n-1\], got 1\.5\./,
    );
    assert.throws(() => knnGraph([[1, 2]], { k: 1 }), /at least 2 rows and 1 column, got shape \[1, 2\]/);
    assert.throws(
      () =>
        knnGraph(
          [
            [1, 2],
            [3, NaN],
            [0, 0],
          ],
          { k: 1 },
        ),
      /z must be finite, got NaN in row 1, column 1/,
    );
    assert.throws(
      () =>
        knnGraph(
          [
            [1, 2],
            [1, 2],
            [1, 2],
          ],
          { k: 1 },
        ),
      /all 3 rows of z are equal/,
    );
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("knnGraph agrees with brute force at a size that runs on the engine, without leaks", () => {
      const z = cloud(1500, 100, 2);
      const before = tf.memory().numTensors;
      assert.deepEqual(rowsOf(knnGraph(z, { k: 10 })), bruteForce(z, 10));
      assert.equal(tf.memory().numTensors, before);
    });

    it("knnGraph is exact where float32 scores cannot decide: duplicates, and a cloud far from the origin", () => {
      const few = cloud(40, 100, 3);
      const repeated = Array.from({ length: 1500 }, (_, i) => few[i % 40]);
      assert.deepEqual(rowsOf(knnGraph(repeated, { k: 5 })), bruteForce(repeated, 5));
      const far = cloud(1500, 100, 4).map((row) => row.map((value) => 1e4 + 1e-3 * value));
      assert.deepEqual(rowsOf(knnGraph(far, { k: 5 })), bruteForce(far, 5));
    });

    it("knnGraph takes a tensor and leaves it alone", () => {
      const z = cloud(30, 4, 5);
      const tensor = tf.tensor2d(z);
      assert.deepEqual(rowsOf(knnGraph(tensor, { k: 3 })), bruteForce(z, 3));
      assert.equal(tensor.isDisposed, false);
      tensor.dispose();
    });
  });
}

onEngine("webgpu", () => {
  it("knnGraph says how to pass a tensor that cannot be read synchronously", async () => {
    await useEngine("webgpu");
    const z = tf.mul<tf.Tensor2D>(tf.fill([100, 50], 1), 2);
    assert.throws(
      () => knnGraph(z, { k: 3 }),
      /tensor of the webgpu engine.* Pass await z.array\(\) instead/,
    );
    z.dispose();
    assert.deepEqual(rowsOf(knnGraph([[0], [1], [3]], { k: 1 })), [[1], [0], [1]]);
  });
});
