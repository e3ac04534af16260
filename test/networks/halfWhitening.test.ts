import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { halfWhiten, halfWhiteningSteps } from "../../lib/networks/halfWhitening";
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

/** (x − x̄)·C^(−1/4) in float64, by mathjs's eigenvectors. */
async function byEigenvectors({ data, shape: [n] }: ReturnType<typeof mixedRows>): Promise<number[]> {
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
  return centered.flatMap((row) =>
    columns.map((c) =>
      eigenvectors.reduce((sum, { value, vector }) => {
        const along = row.reduce((total, entry, j) => total + entry * vector[j], 0);
        return sum + Math.max(value, least) ** -0.25 * along * vector[c];
      }, 0),
    ),
  );
}

for (const engine of readableEngines) {
  onEngine(engine, () => {
    for (const count of [200, 4])
      it(`half-whitens ${count} rows as the eigendecomposition says, and again from what was saved`, async () => {
        const rows = mixedRows(count);
        const before = tf.memory().numTensors;
        const whitening = await halfWhiten(rows);
        const { data } = await preprocessImages(rows, whitening);
        const expected = await byEigenvectors(rows);
        const scale = Math.sqrt(expected.reduce((sum, value) => sum + value * value, 0) / expected.length);
        data.forEach((value, i) => {
          assert.ok(Math.abs(value - expected[i]) < 2e-3 * scale, `${value} is not ${expected[i]}`);
        });
        const again = preprocessingFrom("half-whitening", whitening.arrays);
        assert.deepEqual((await preprocessImages(rows, again)).data, data);
        whitening.dispose();
        again.dispose();
        assert.equal(tf.memory().numTensors, before);
      });

    it("tells how far it has come, and frees everything when it is given up", async () => {
      const before = tf.memory().numTensors;
      const steps = halfWhiteningSteps(mixedRows(50));
      let last = -1;
      for (let i = 0; i < 20; i++) {
        const { value, done } = await steps.next();
        if (done) {
          value.dispose();
          break;
        }
        const share = value.done / value.total;
        assert.ok(share > last && share < 1, JSON.stringify(value));
        last = share;
      }
      await steps.return(undefined as never);
      assert.equal(tf.memory().numTensors, before);
    });

    it("says what it cannot be learned from", async () => {
      const equal = { data: new Float32Array(6).fill(2), shape: [3, 2] as [number, number] };
      await assert.rejects(halfWhiten(equal), /needs feature vectors that differ, but all of them are equal/);
      const images = { data: new Uint8Array(8), shape: [2, 2, 2, 1] };
      await assert.rejects(halfWhiten(images as never), /is for feature vectors \[n, d\], got images/);
    });
  });
}
