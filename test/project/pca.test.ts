import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { random } from "../../lib/core/values/random";
import { pca } from "../../lib/project";
import { onEngine, readableEngines } from "../engine/everyEngine";

function cloud(n: number, d: number, seed: number): number[][] {
  const noise = random(seed);
  return Array.from({ length: n }, () => Array.from({ length: d }, (_, c) => 3 + noise.normal() / (c + 1)));
}

/** Σᵢ (xᵢ − μ)(xᵢ − μ)ᵀ/(n − 1), plainly. */
function covariance(x: number[][]): number[][] {
  const mean = x[0].map((_, c) => x.reduce((sum, row) => sum + row[c], 0) / x.length);
  return mean.map((_, a) =>
    mean.map(
      (_, b) => x.reduce((sum, row) => sum + (row[a] - mean[a]) * (row[b] - mean[b]), 0) / (x.length - 1),
    ),
  );
}

const near = (actual: number, expected: number, tolerance = 1e-9) => {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
};

describe("pca", () => {
  it("finds the axis of points on a line, as computed by hand", () => {
    const { points, components, mean, explainedVariance, explainedVarianceRatio } = pca(
      [
        [1, 2],
        [4, 6],
        [7, 10],
      ],
      { dimensions: 1 },
    );
    assert.deepEqual([...mean], [4, 6]);
    [0.6, 0.8].forEach((value, c) => {
      near(components.data[c], value);
    });
    [-5, 0, 5].forEach((value, i) => {
      near(points.data[i], value);
    });
    near(explainedVariance[0], 25);
    near(explainedVarianceRatio[0], 1);
  });

  it("agrees with mathjs on the eigenvectors of the covariance", async () => {
    const { eigs } = await import("mathjs");
    const x = cloud(40, 5, 1);
    const { eigenvectors } = eigs(covariance(x));
    const pairs = [...eigenvectors].sort((a, b) => Number(b.value) - Number(a.value));
    const { components, explainedVariance } = pca(x, { dimensions: 5 });
    pairs.forEach(({ value, vector }, i) => {
      near(explainedVariance[i], Number(value));
      const component = components.data.subarray(i * 5, i * 5 + 5);
      const cosine = (vector as number[]).reduce((sum, entry, c) => sum + entry * component[c], 0);
      near(Math.abs(cosine), 1);
    });
  });

  it("has orthonormal components, CCᵀ = I, variances that sum to the total, and uncorrelated points", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 1, max: 8 }), fc.nat(), (n, d, seed) => {
        const x = cloud(n, d, seed);
        const dimensions = Math.min(n, d);
        const { points, components, explainedVariance, explainedVarianceRatio } = pca(x, { dimensions });
        const total = covariance(x).reduce((sum, row, c) => sum + row[c], 0);
        near(
          explainedVariance.reduce((sum, value) => sum + value, 0),
          total,
          1e-9 * total,
        );
        near(
          explainedVarianceRatio.reduce((sum, value) => sum + value, 0),
          1,
        );
        for (let a = 0; a < dimensions; a++) {
          for (let b = 0; b < dimensions; b++) {
            let product = 0;
            for (let c = 0; c < d; c++) product += components.data[a * d + c] * components.data[b * d + c];
            near(product, a === b ? 1 : 0);
            let together = 0;
            for (let i = 0; i < n; i++) {
              together += points.data[i * dimensions + a] * points.data[i * dimensions + b];
            }
            near(together / (n - 1), a === b ? explainedVariance[a] : 0);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("rebuilds x from all components: points · C + μ = x, also with fewer points than dimensions", () => {
    const [n, d] = [4, 9];
    const x = cloud(n, d, 3);
    const { points, components, mean } = pca(x, { dimensions: n });
    x.forEach((row, i) => {
      row.forEach((value, c) => {
        let sum = mean[c];
        for (let a = 0; a < n; a++) sum += points.data[i * n + a] * components.data[a * d + c];
        near(sum, value);
      });
    });
  });

  it("makes the largest entry of every component positive, regardless of the sign of x", () => {
    const x = cloud(50, 4, 4);
    const flipped = x.map((row) => row.map((value) => -value));
    const [plain, other] = [pca(x).components.data, pca(flipped).components.data];
    plain.forEach((value, at) => {
      near(value, other[at]);
    });
    assert.ok(Math.max(...plain.subarray(0, 4)) === Math.max(...plain.subarray(0, 4).map(Math.abs)));
  });

  it("prints one line", () => {
    assert.match(
      String(pca(cloud(20, 3, 5))),
      /^PCA: 20 points, 2 of 3 dimensions, [\d.]+ % of the variance$/,
    );
  });

  it("says what is wrong with its arguments", () => {
    const x = cloud(5, 3, 6);
    assert.throws(
      () => pca(x, { dimensions: 4 }),
      /pca: dimensions must be in \[1, min\(n, d\)\], got 4 with n=5 points of d=3. Lower dimensions or add points./,
    );
    assert.throws(() => pca(x, { dimensions: 0 }), /got 0/);
    assert.throws(
      () => pca(x, { dimension: 2 } as object),
      /pca: there is no option "dimension". The options are dimensions./,
    );
    assert.throws(
      () =>
        pca([
          [1, NaN],
          [2, 3],
        ]),
      /pca: x must be finite, got NaN in row 0, column 1/,
    );
    assert.throws(
      () =>
        pca([
          [1, 2],
          [1, 2],
        ]),
      /pca: all 2 rows of x are equal/,
    );
    assert.throws(() => pca([[1, 2]]), /at least 2 rows and 1 column, got shape \[1, 2\]/);
    assert.throws(() => pca(null as never), /pca: x must be number\[\]\[\]/);
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("pca takes a tensor, leaves it alone and leaks nothing", () => {
      const x = cloud(30, 4, 7).map((row) => row.map(Math.fround));
      const before = tf.memory().numTensors;
      const tensor = tf.tensor2d(x);
      assert.deepEqual(pca(tensor).points.data, pca(x).points.data);
      tensor.dispose();
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
