import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { halfWhiten } from "../../lib/networks/halfWhitening";
import { preprocessImages, preprocessingFrom } from "../../lib/networks/preprocessing";
import { onEngine, readableEngines } from "../engine/everyEngine";

const d = 6;

/** Rows whose columns mix six independent numbers of very different variance, away from 0. */
function mixedRows(count: number): { data: Float32Array; shape: [number, number] } {
  const draw = random(8);
  const mix = Array.from({ length: d }, () => Array.from({ length: d }, () => draw.normal()));
  const scales = [10, 3, 1, 0.3, 0.01, 0.001];
  const rows = Array.from({ length: count }, () => {
    const free = scales.map((scale) => scale * draw.normal());
    return mix.map((weights) => 5 + weights.reduce((sum, weight, c) => sum + weight * free[c], 0));
  });
  return { data: Float32Array.from(rows.flat()), shape: [count, d] };
}

/** The columns of (x − x̄)·V·diag(λ^(−1/4)) in float64, by mathjs, the largest λ first. */
async function byEigenvectors({ data, shape: [n] }: ReturnType<typeof mixedRows>): Promise<number[][]> {
  const { eigs } = await import("mathjs");
  const columns = Array.from({ length: d }, (_, c) => c);
  const rows = Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * d, (i + 1) * d)));
  const mean = columns.map((c) => rows.reduce((sum, row) => sum + row[c], 0) / n);
  const centered = rows.map((row) => row.map((value, c) => value - mean[c]));
  const covariance = columns.map((i) =>
    columns.map((j) => centered.reduce((sum, row) => sum + row[i] * row[j], 0) / n),
  );
  const { eigenvectors } = eigs(covariance) as unknown as {
    eigenvectors: { value: number; vector: number[] }[];
  };
  const least = 0.1 * (eigenvectors.reduce((sum, { value }) => sum + value, 0) / d);
  assert.ok(eigenvectors.filter(({ value }) => value < least).length >= 2, "the floor must matter");
  assert.ok(eigenvectors.filter(({ value }) => value > least).length >= 2, "the floor must matter");
  const sorted = eigenvectors.toSorted((a, b) => b.value - a.value);
  return sorted.map(({ value, vector }) =>
    centered.map(
      (row) =>
        Math.max(value, least) ** -0.25 * row.reduce((total, entry, j) => total + entry * vector[j], 0),
    ),
  );
}

for (const engine of readableEngines) {
  onEngine(engine, () => {
    for (const count of [200, 4])
      it(`half-whitens ${count} rows as the eigendecomposition says, and again from what was saved`, async () => {
        const rows = mixedRows(count);
        const before = tf.memory().numTensors;
        const whitening = halfWhiten(rows);
        const { data } = await preprocessImages(rows, whitening);
        const expected = await byEigenvectors(rows);
        for (const [c, column] of expected.entries()) {
          // An eigenvector and its negative are as good as each other.
          const product = column.reduce((sum, value, i) => sum + value * data[i * d + c], 0);
          const largest = Math.max(...column.map(Math.abs));
          column.forEach((value, i) => {
            assert.ok(Math.abs(Math.sign(product) * data[i * d + c] - value) < 1e-3 * largest + 1e-5);
          });
        }
        const again = preprocessingFrom("half-whitening", whitening.arrays);
        assert.deepEqual((await preprocessImages(rows, again)).data, data);
        whitening.dispose();
        again.dispose();
        assert.equal(tf.memory().numTensors, before);
      });

    it("says what it cannot be learned from", () => {
      const equal = { data: new Float32Array(6).fill(2), shape: [3, 2] as [number, number] };
      assert.throws(() => halfWhiten(equal), /all feature vectors are equal/);
      const images = { data: new Uint8Array(8), shape: [2, 2, 2, 1] };
      assert.throws(() => halfWhiten(images as never), /must be vectors \[n, d\], got images/);
    });
  });
}
