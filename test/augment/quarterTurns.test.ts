import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { augment, quarterTurns } from "../../lib/augment";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";

describe("quarterTurns", () => {
  before(() => useEngine("cpu"));

  it("moves every pixel of the views to where quarter turns to the left put it", () => {
    const [n, size, channels] = [2, 3, 2];
    const whole = Float32Array.from({ length: n * size * size * channels }, (_, i) => i);
    const views = tf.tidy(() =>
      augment(
        tf.concat<tf.Tensor4D>([0, 1, 2, 3].map(() => tf.tensor4d(whole, [n, size, size, channels]))),
        [quarterTurns()],
        random(1),
      ),
    );
    const turned = views.dataSync();
    views.dispose();
    const at = (picture: number, y: number, x: number, c: number) =>
      ((picture * size + y) * size + x) * channels + c;
    for (let view = 0; view < 4; view++)
      for (let i = 0; i < n; i++)
        for (let y = 0; y < size; y++)
          for (let x = 0; x < size; x++)
            for (let c = 0; c < channels; c++) {
              // One quarter to the left takes the pixel at (x, y) to (y, size − 1 − x).
              let [toX, toY] = [x, y];
              for (let quarter = 0; quarter < view; quarter++) [toX, toY] = [toY, size - 1 - toX];
              assert.equal(turned[at(view * n + i, toY, toX, c)], whole[at(i, y, x, c)]);
            }
  });

  it("refuses pictures that are not square, and batches without four views", () => {
    assert.throws(
      () => augment(tf.zeros([4, 28, 32, 1]), [quarterTurns()], random(1)),
      /quarterTurns: pictures must be square, got 28 × 32 pixels/,
    );
    assert.throws(
      () => augment(tf.zeros([6, 4, 4, 1]), [quarterTurns()], random(1)),
      /quarterTurns: a batch must hold four views of each picture, got 6 pictures.*Set views: 4/,
    );
  });
});
