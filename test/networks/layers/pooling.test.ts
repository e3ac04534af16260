import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { convolution, maxPool } from "../../../lib/networks";
import { noise, values } from "../noise";

it("pools and convolves to the shapes that it says", async () => {
  await useEngine("cpu");
  for (const layer of [
    convolution(2, 3, { stride: 2 }),
    convolution(2, 3, { stride: 3, padding: "same" }),
    maxPool(3, { stride: 2 }),
    maxPool(2, { padding: "same" }),
  ])
    for (const side of [5, 6, 7, 8]) {
      const built = layer.build([side, side + 1, 2], noise);
      assert.deepEqual(built.forward(tf.zeros([1, side, side + 1, 2])).shape.slice(1), built.output);
    }
});

it("max pooling with ceil has every pixel in a window, and nothing before the first", async () => {
  await useEngine("cpu");
  tf.tidy(() => {
    for (const [height, width] of [
      [3, 3],
      [4, 7],
      [8, 5],
      [9, 6],
    ]) {
      const x = tf.sub(values([1, height, width, 1]), 10);
      const y = maxPool(3, { stride: 2, padding: "ceil" }).build([height, width, 1], noise).forward(x);
      const pixels = x.arraySync() as number[][][][];
      const outputs = (length: number) => Math.ceil((length - 3) / 2) + 1;
      const expected = Array.from({ length: outputs(height) }, (_, i) =>
        Array.from({ length: outputs(width) }, (__, j) => {
          const rows = pixels[0].slice(2 * i, 2 * i + 3);
          return [Math.max(...rows.flatMap((row) => row.slice(2 * j, 2 * j + 3).flat()))];
        }),
      );
      assert.deepEqual(y.arraySync(), [expected], `${height} × ${width}`);
    }
  });
});

it("convolves with as many zeros on every side as it is told to", async () => {
  await useEngine("cpu");
  tf.tidy(() => {
    const layer = convolution(2, 7, { stride: 2, padding: 3 }).build([8, 9, 3], noise);
    const x = values([1, 8, 9, 3]);
    const filter = layer.parameters!.filter as unknown as tf.Tensor4D;
    const around = tf.conv2d(
      tf.pad(x, [
        [0, 0],
        [3, 3],
        [3, 3],
        [0, 0],
      ]) as tf.Tensor4D,
      filter,
      2,
      "valid",
    );
    assert.deepEqual(layer.output, [4, 5, 2]);
    assert.deepEqual(layer.forward(x).arraySync(), around.arraySync());
  });
  assert.throws(
    () => convolution(2, 3, { padding: -1 }),
    /padding must be "valid", "same" or a whole number of pixels, got -1/,
  );
});
