import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  blendOnEngine,
  blendPlain,
  composeMotions,
  movePictures,
  sourcesOf,
  type Motion,
} from "../../lib/augment/motion";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { picture } from "./picture";

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
  });
}
