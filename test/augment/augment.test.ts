import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  augment,
  brightness,
  contrast,
  crop,
  erase,
  flip,
  rotate,
  scale,
  shift,
  type Augmentation,
} from "../../lib/augment";
import {
  blendOnEngine,
  blendPlain,
  composeMotions,
  movePictures,
  sourcesOf,
  type Motion,
} from "../../lib/augment/motion";
import { random } from "../../lib/core/values/random";
import { onEngine, readableEngines } from "../engine/everyEngine";

const picture = (count = 3, height = 6, width = 5) => {
  const noise = random(2);
  const data = Float32Array.from({ length: count * height * width * 2 }, () => noise.normal());
  return tf.tensor4d(data, [count, height, width, 2]);
};

/** Bilinear interpolation straight from the definition: zeros from outside. */
function moveByHand(images: number[][][][], [a, b, c, d, e, f]: Motion): number[][][][] {
  const [height, width, channels] = [images[0].length, images[0][0].length, images[0][0][0].length];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const pixel = (n: number, y: number, x: number, k: number) =>
    y >= 0 && y < height && x >= 0 && x < width ? images[n][y][x][k] : 0;
  return images.map((_, n) =>
    Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) =>
        Array.from({ length: channels }, (_, k) => {
          const sx = a * (x - cx) + b * (y - cy) + c + cx;
          const sy = d * (x - cx) + e * (y - cy) + f + cy;
          const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
          const [u, v] = [sx - x0, sy - y0];
          return (
            (1 - v) * ((1 - u) * pixel(n, y0, x0, k) + u * pixel(n, y0, x0 + 1, k)) +
            v * ((1 - u) * pixel(n, y0 + 1, x0, k) + u * pixel(n, y0 + 1, x0 + 1, k))
          );
        }),
      ),
    ),
  );
}

function assertNear(actual: tf.Tensor, expected: number[][][][], tolerance = 1e-4): void {
  const flat = expected.flat(3);
  actual.dataSync().forEach((value, i) => {
    assert.ok(Math.abs(value - flat[i]) < tolerance, `${value} is not ${flat[i]} at ${i}`);
  });
}

describe("composeMotions", () => {
  it("is one motion after the other", () => {
    const [first, second]: Motion[] = [
      [0.9, -0.2, 1, 0.3, 1.1, -2],
      [1.2, 0.1, -0.5, -0.4, 0.8, 0.25],
    ];
    const apply = ([a, b, c, d, e, f]: Motion, [x, y]: number[]) => [a * x + b * y + c, d * x + e * y + f];
    const point = [1.5, -2];
    const both = apply(composeMotions([first, second]), point);
    apply(first, apply(second, point)).forEach((value, i) => {
      assert.ok(Math.abs(value - both[i]) < 1e-12);
    });
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("blends pixels on the engine as in plain TypeScript", () => {
      const motions: Motion[] = [
        [1, 0, 0.4, 0, 1, -7],
        [-1.2, 0.3, 0, 0.2, 0.8, 1.5],
        [1, 0, -1, 0, 1, 0],
      ];
      tf.tidy(() => {
        const images = picture();
        const sources = sourcesOf(images.shape, motions);
        const plain = blendPlain(images, sources).dataSync();
        blendOnEngine(images, sources)
          .dataSync()
          .forEach((value, i) => {
            assert.ok(Math.abs(value - plain[i]) < 1e-5);
          });
      });
    });

    it("moves pictures as bilinear interpolation says", () => {
      const images = picture();
      const motion: Motion = [0.9, -0.3, 0.4, 0.2, 1.1, -0.7];
      assertNear(movePictures(images, [motion, motion, motion]), moveByHand(images.arraySync(), motion));
      images.dispose();
    });

    const all: [string, Augmentation][] = Object.entries({
      shift: shift(2),
      rotate: rotate(30),
      scale: scale(0.2),
      flip: flip(),
      crop: crop(2),
      brightness: brightness(0.3),
      contrast: contrast(0.3),
      erase: erase(2),
    });
    for (const [name, augmentation] of all)
      it(`${name}: keeps the shape, repeats with the seed, differs between pictures and seeds, leaks nothing`, () => {
        const before = tf.memory().numTensors;
        tf.tidy(() => {
          const one = tf.tile(picture(1), [8, 1, 1, 1]);
          const run = (seed: number) => augment(one, [augmentation], random(seed));
          const [first, again, other] = [run(1), run(1), run(2)];
          assert.deepEqual(first.shape, one.shape);
          assert.deepEqual(first.dataSync(), again.dataSync());
          assert.notDeepEqual(first.dataSync(), other.dataSync());
          const size = 60;
          const pictures = new Set(
            Array.from({ length: 8 }, (_, i) => String(first.dataSync().slice(i * size, (i + 1) * size))),
          );
          assert.ok(pictures.size > 1);
        });
        assert.equal(tf.memory().numTensors, before);
      });
  });
}

describe("augmentations", () => {
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

  it("crop moves by whole pixels, erase replaces a square by the mean, brightness adds, contrast keeps the mean", () => {
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

  it("name what is wrong", () => {
    assert.throws(() => shift(-1), /shift: pixels must be a number of at least 0, got -1/);
    assert.throws(() => crop(1.5), /crop: pixels must be a whole number of at least 0, got 1\.5/);
    assert.throws(() => scale(2), /scale: share must be a number in \[0, 0\.95\], got 2/);
  });
});
