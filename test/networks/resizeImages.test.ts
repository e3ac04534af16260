import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { resizeImages } from "../../lib/networks";
import { values } from "./noise";

/** Pillow 13, Image.fromarray(x).resize((5, 3), Image.BILINEAR) of x[i, j] = (7 i² + 3 i j + j³) mod 23, i < 6, j < 9. */
const pillow = [
  [5.7041, 11.0357, 12.5462, 10.6161, 11.6224],
  [10.3396, 9.4609, 7.2647, 10.6484, 10.5714],
  [12.4388, 9.7143, 10.1261, 12.3036, 5.9286],
];

describe("resizeImages", () => {
  before(() => useEngine("cpu"));

  it("makes smaller images as Pillow does", () => {
    tf.tidy(() => {
      const pixels = Array.from({ length: 6 }, (_, i) =>
        Array.from({ length: 9 }, (__, j) => [(7 * i * i + 3 * i * j + j ** 3) % 23]),
      );
      const resized = resizeImages(tf.tensor4d([pixels]), 3, 5).arraySync()[0];
      resized.forEach((row, i) => {
        row.forEach(([value], j) => {
          assert.ok(Math.abs(value - pillow[i][j]) < 1e-3, `${value} is not ${pillow[i][j]} at ${i}, ${j}`);
        });
      });
    });
  });

  it("keeps a constant, the channels and images apart, and an image of the same size", () => {
    tf.tidy(() => {
      const constant = tf.tile(tf.tensor4d([1, 2, 3, 4], [2, 1, 1, 2]), [1, 5, 7, 1]);
      const larger = resizeImages(constant, 11, 4);
      const expected = tf.tile(tf.tensor4d([1, 2, 3, 4], [2, 1, 1, 2]), [1, 11, 4, 1]);
      assert.ok(tf.max(tf.abs(tf.sub(larger, expected))).dataSync()[0] < 1e-5);
      const x = values([2, 4, 6, 3]) as tf.Tensor4D;
      assert.deepEqual(resizeImages(x, 4, 6).arraySync(), x.arraySync());
    });
  });

  it("refuses at once what would not fit into memory", () => {
    const image = tf.ones<tf.Rank.R4>([1, 4, 4, 1]);
    assert.throws(
      () => resizeImages(image, 2, 1e9),
      /resizeImages: width must be a whole number in \[1, 65536\], got 1000000000/,
    );
    image.dispose();
  });

  it("has the gradient of a linear map: ⟨dy, R x⟩ = ⟨Rᵀ dy, x⟩", () => {
    tf.tidy(() => {
      const x = values([2, 6, 5, 3]);
      const dy = values([2, 4, 7, 3]);
      const back = tf.grad((images: tf.Tensor) => tf.sum(tf.mul(resizeImages(images, 4, 7), dy)))(x);
      const [there, here] = [tf.mul(dy, resizeImages(x as tf.Tensor4D, 4, 7)), tf.mul(back, x)];
      const [a, b] = [there, here].map((product) => tf.sum(product).dataSync()[0]);
      assert.ok(Math.abs(a - b) < 1e-4 * Math.max(1, Math.abs(a)));
    });
  });
});
