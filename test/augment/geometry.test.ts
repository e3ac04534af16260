import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { augment, crop, flip, scale, shift } from "../../lib/augment";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { picture } from "./picture";

describe("augmentations that move pixels", () => {
  before(async () => {
    await useEngine("cpu");
  });

  it("flip mirrors about half of the pictures, and changes nothing else", async () => {
    tf.tidy(() => {
      const images = tf.tile<tf.Tensor4D>(picture(1), [200, 1, 1, 1]);
      const flipped = augment(images, [flip()], random(1));
      const [plain, mirrored] = [images, tf.reverse(images, 2)].map((x) => x.slice([0], [1]).dataSync());
      let turned = 0;
      for (let i = 0; i < 200; i++) {
        const own = flipped.slice([i], [1]).dataSync();
        const near = (other: ArrayLike<number>) => own.every((value, j) => Math.abs(value - other[j]) < 1e-5);
        assert.ok(near(plain) || near(mirrored));
        if (near(mirrored)) turned++;
      }
      assert.ok(turned > 70 && turned < 130, String(turned));
    });
    await Promise.resolve();
  });

  it("crop moves by whole pixels", () => {
    tf.tidy(() => {
      const images = picture(20, 8, 8);
      const values = images.arraySync();
      const cropped = augment(images, [crop(2)], random(3)).arraySync();
      cropped.forEach((image, n) => {
        const fits = [-2, -1, 0, 1, 2].some((dy) =>
          [-2, -1, 0, 1, 2].some((dx) =>
            image.every((row, y) =>
              row.every((pixel, x) => Math.abs(pixel[0] - (values[n][y + dy]?.[x + dx]?.[0] ?? 0)) < 1e-5),
            ),
          ),
        );
        assert.ok(fits);
      });
    });
  });

  it("name what is wrong", () => {
    assert.throws(() => shift(-1), /shift: pixels must be a number of at least 0, got -1/);
    assert.throws(() => crop(1.5), /crop: pixels must be a whole number of at least 0, got 1\.5/);
    assert.throws(() => scale(2), /scale: share must be a number in \[0, 0\.95\], got 2/);
  });
});
