import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { augment, brightness, contrast, erase } from "../../lib/augment";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { picture } from "./picture";

describe("augmentations that change pixels", () => {
  before(async () => {
    await useEngine("cpu");
  });

  it("erase replaces a square by the mean, brightness adds, contrast keeps the mean", () => {
    tf.tidy(() => {
      const images = picture(20, 8, 8);
      const values = images.arraySync();
      const mean = (image: number[][][]) => image.flat(2).reduce((sum, value) => sum + value, 0) / 128;
      augment(images, [erase(3)], random(3))
        .arraySync()
        .forEach((image, n) => {
          const changed = image
            .flat(1)
            .filter((pixel, i) => Math.abs(pixel[0] - values[n].flat(1)[i][0]) > 1e-7);
          assert.equal(changed.length, 9);
          assert.ok(changed.every((pixel) => Math.abs(pixel[0] - mean(values[n])) < 1e-5));
        });
      augment(images, [brightness(0.2)], random(3))
        .arraySync()
        .forEach((image, n) => {
          const added = image.flat(2).map((value, i) => value - values[n].flat(2)[i]);
          const flat = values[n].flat(2);
          const range = Math.max(...flat) - Math.min(...flat);
          assert.ok(added.every((value) => Math.abs(value - added[0]) < 1e-5));
          assert.ok(Math.abs(added[0]) <= 0.2 * range + 1e-6);
        });
      augment(images, [contrast(0.5)], random(3))
        .arraySync()
        .forEach((image, n) => {
          assert.ok(Math.abs(mean(image) - mean(values[n])) < 1e-5);
        });
    });
  });
});
