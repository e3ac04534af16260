import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { responseNormalization, subtractColor } from "../../../lib/networks";
import { noise, values } from "../noise";

it("divides every channel by the strength of its neighbors, as a loop does", async () => {
  await useEngine("cpu");
  const [size, alpha, beta, bias] = [5, 0.7, 0.75, 1.5];
  tf.tidy(() => {
    const x = values([1, 2, 2, 8]);
    const built = responseNormalization({ size, alpha, beta, bias }).build([2, 2, 8], noise);
    const expected = (x.arraySync() as number[][][][]).map((image) =>
      image.map((row) =>
        row.map((pixel) =>
          pixel.map((value, c) => {
            let sum = 0;
            for (let near = Math.max(0, c - 2); near <= Math.min(7, c + 2); near++) sum += pixel[near] ** 2;
            return value / (bias + (alpha / size) * sum) ** beta;
          }),
        ),
      ),
    );
    const difference = tf.max(tf.abs(tf.sub(built.forward(x), tf.tensor(expected)))).arraySync();
    assert.ok((difference as number) < 1e-5);
  });
});

it("refuse what does not fit, in one sentence", () => {
  assert.throws(() => responseNormalization({ size: 4 }), /size must be an odd whole number, got 4/);
  assert.throws(
    () => subtractColor([1, 2]).build([4, 4, 3], noise),
    /color must be 3 numbers, one per channel/,
  );
  const holes = [0];
  holes.length = 1e9;
  assert.throws(() => subtractColor(holes), /color must be one finite number per channel/);
  assert.throws(() => subtractColor([NaN]), /color must be one finite number per channel/);
});
