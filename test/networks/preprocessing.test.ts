import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import {
  asTheyAre,
  preprocessImages,
  preprocessingFrom,
  subtractMean,
} from "../../lib/networks/preprocessing";
import { whiten, whiteningSteps } from "../../lib/networks/whitening";
import { onEngine, readableEngines } from "../engine/everyEngine";

type Shape = [number, number, number, number];

/** Pictures whose neighboring pixels are alike, as in real ones: some directions vary much, others hardly. */
function smoothPictures(count: number, [height, width, channels]: [number, number, number]) {
  const noise = random(4);
  const size = height * width * channels;
  const data = new Uint8Array(count * size);
  for (let n = 0; n < count; n++) {
    let level = 128;
    for (let i = 0; i < size; i++) {
      level = 128 + 0.9 * (level - 128) + 28 * noise.normal();
      data[n * size + i] = Math.max(0, Math.min(255, Math.round(level)));
    }
  }
  return { data, shape: [count, height, width, channels] as Shape };
}

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("subtracts the mean image", async () => {
      const images = { data: Uint8Array.of(1, 2, 3, 4, 5, 9), shape: [3, 1, 2, 1] as Shape };
      const before = tf.memory().numTensors;
      const mean = subtractMean(images);
      const { data } = await preprocessImages(images, mean);
      assert.deepEqual([...data], [-2, -3, 0, -1, 2, 4]);
      mean.dispose();
      assert.equal(tf.memory().numTensors, before);
    });

    it("leaves images as they are", async () => {
      const images = { data: Uint8Array.of(1, 2, 3, 4, 5, 9), shape: [3, 1, 2, 1] as Shape };
      const before = tf.memory().numTensors;
      assert.deepEqual([...(await preprocessImages(images, asTheyAre())).data], [1, 2, 3, 4, 5, 9]);
      assert.equal(tf.memory().numTensors, before);
    });

    for (const [how, count] of [
      ["more", 400],
      ["fewer", 20],
    ] as const) {
      it(`whitens ${how} images than pixels as the eigendecomposition says, and again from what was saved`, async () => {
        const images = smoothPictures(count, [3, 4, 2]);
        const before = tf.memory().numTensors;
        const whitening = await whiten(images);
        const prepared = await preprocessImages(images, whitening);
        const expected = await whitenedByEigenvectors(images.data, count);
        const scale = Math.sqrt(expected.reduce((sum, value) => sum + value * value, 0) / expected.length);
        prepared.data.forEach((value, i) => {
          assert.ok(Math.abs(value - expected[i]) < 2e-3 * scale, `${value} is not ${expected[i]}`);
        });
        const again = preprocessingFrom("whitening", whitening.arrays);
        assert.deepEqual((await preprocessImages(images, again)).data, prepared.data);
        whitening.dispose();
        again.dispose();
        assert.equal(tf.memory().numTensors, before);
      });
    }

    it("tells how far whitening has come, and frees everything when it is given up", async () => {
      const before = tf.memory().numTensors;
      for (const count of [400, 20]) {
        const steps = whiteningSteps(smoothPictures(count, [3, 4, 2]));
        let last = -1;
        for (let i = 0; i < 15; i++) {
          const { value, done } = await steps.next();
          assert.ok(!done && value.done > last && value.done < value.total, JSON.stringify(value));
          last = value.done;
        }
        await steps.return(undefined as never);
        assert.equal(tf.memory().numTensors, before);
      }
    });
  });
}

it("refuses a preprocessing that does not exist, or whose arrays are missing, and leaves no tensor", () => {
  const before = tf.memory().numTensors;
  const mean = { data: new Float32Array(4), shape: [2, 2, 1] };
  const contrast = { data: new Float32Array(1), shape: [1] };
  const matrix = { data: new Float32Array(9), shape: [3, 3] };
  assert.throws(() => preprocessingFrom("sepia", { mean }), /there is no preprocessing "sepia"/);
  assert.throws(() => preprocessingFrom("toString", { mean }), /there is no preprocessing "toString"/);
  assert.throws(() => preprocessingFrom("mean", {}), /"mean" needs a float32 array mean/);
  assert.throws(
    () => preprocessingFrom("whitening", { mean, contrast, matrix }),
    /"whitening" needs a float32 array matrix of the shape \[4, 4\], got \[3, 3\]/,
  );
  assert.equal(tf.memory().numTensors, before);
});

/** The formula of `whiten` in float64, by mathjs. */
async function whitenedByEigenvectors(pixels: Uint8Array, count: number): Promise<number[]> {
  const { eigs } = await import("mathjs");
  const size = pixels.length / count;
  const columns = Array.from({ length: size }, (_, c) => c);
  const mean = columns.map((c) => {
    let sum = 0;
    for (let n = 0; n < count; n++) sum += pixels[n * size + c];
    return sum / count;
  });
  const rows = Array.from({ length: count }, (_, n) => {
    const x = columns.map((c) => pixels[n * size + c] - mean[c]);
    const center = x.reduce((a, b) => a + b) / size;
    return x.map((value) => value - center);
  });
  const deviations = rows.map((x) =>
    Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / (size - 1)),
  );
  const meanDeviation = deviations.reduce((a, b) => a + b) / count;
  const z = rows.map((x, n) => x.map((value) => (value * meanDeviation) / Math.max(deviations[n], 40)));
  const covariance = columns.map((i) =>
    columns.map((j) => z.reduce((sum, x) => sum + x[i] * x[j], 0) / count),
  );
  const { eigenvectors } = eigs(covariance) as unknown as {
    eigenvectors: { value: number; vector: number[] }[];
  };
  const energy = Math.sqrt(covariance.reduce((sum, row, i) => sum + row[i], 0) / size);
  const factors = eigenvectors.map(({ value }) => energy / Math.max(Math.sqrt(Math.max(0, value)), 10));
  assert.ok(factors.filter((factor) => factor < energy / 10).length >= 2, "the clamp must matter");
  assert.ok(factors.filter((factor) => factor === energy / 10).length >= 1, "the clamp must matter");
  return z.flatMap((x) => {
    const out = columns.map(() => 0);
    eigenvectors.forEach(({ vector }, e) => {
      const along = factors[e] * vector.reduce((sum, value, c) => sum + value * x[c], 0);
      vector.forEach((value, c) => (out[c] += along * value));
    });
    return out;
  });
}
