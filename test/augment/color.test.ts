import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { augment, grayscale, hue, saturation, type Augmentation } from "../../lib/augment";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";

const noise = random(3);
const [n, size] = [40, 2];
const data = Float32Array.from({ length: n * size * size * 3 }, () => noise.uniform());
const pictures = () => tf.tensor4d(data, [n, size, size, 3]);
const changed = (augmentation: Augmentation, seed = 1) =>
  tf.tidy(() => augment(pictures(), [augmentation], random(seed)).dataSync());
const gray = ([r, g, b]: number[]) => 0.299 * r + 0.587 * g + 0.114 * b;
const pixel = (values: ArrayLike<number>, at: number) => [0, 1, 2].map((c) => values[3 * at + c]);
const near = (a: number, b: number) => {
  assert.ok(Math.abs(a - b) < 1e-5, `${a} is not ${b}`);
};

describe("augmentations of color", () => {
  before(() => useEngine("cpu"));

  it("saturation moves each pixel along the line to its gray, by one factor for each picture", () => {
    const values = changed(saturation(0.4));
    const factors = new Set<string>();
    for (let picture = 0; picture < n; picture++) {
      const first = 4 * picture;
      const [x, y] = [pixel(data, first), pixel(values, first)];
      const factor = (y[0] - gray(x)) / (x[0] - gray(x));
      assert.ok(factor > 0.6 - 1e-4 && factor < 1.4 + 1e-4);
      factors.add(factor.toFixed(3));
      for (let at = first; at < first + 4; at++) {
        const [old, now] = [pixel(data, at), pixel(values, at)];
        now.forEach((value, c) => {
          near(value, gray(old) + factor * (old[c] - gray(old)));
        });
      }
    }
    assert.ok(factors.size > 20);
  });

  it("hue turns colors around the axis of grays, by at most its angle", () => {
    const values = changed(hue(30));
    let largest = 0;
    for (let at = 0; at < 4 * n; at++) {
      const [x, y] = [pixel(data, at), pixel(values, at)];
      const mean = (color: number[]) => (color[0] + color[1] + color[2]) / 3;
      near(mean(y), mean(x));
      const [u, v] = [x, y].map((color) => color.map((value) => value - mean(color)));
      near(Math.hypot(...v), Math.hypot(...u));
      const cos = u.reduce((sum, value, c) => sum + value * v[c], 0) / Math.hypot(...u) ** 2;
      largest = Math.max(largest, (Math.acos(Math.min(1, cos)) * 180) / Math.PI);
    }
    assert.ok(largest > 20 && largest < 30.01, `${largest}`);
    // A turn by 120° makes red green, green blue and blue red, or the other way round.
    const red = tf.tidy(() => augment(tf.tensor4d([1, 0, 0], [1, 1, 1, 3]), [hue(0)], random(1)).dataSync());
    assert.deepEqual([...red], [1, 0, 0]);
  });

  it("grayscale makes a share of the pictures gray and leaves the others", () => {
    const values = changed(grayscale(0.5));
    let turned = 0;
    for (let picture = 0; picture < n; picture++) {
      const isGray = Math.abs(values[12 * picture] - values[12 * picture + 1]) < 1e-6;
      if (isGray) turned++;
      for (let at = 4 * picture; at < 4 * picture + 4; at++)
        pixel(values, at).forEach((value, c) => {
          near(value, isGray ? gray(pixel(data, at)) : data[3 * at + c]);
        });
    }
    assert.ok(turned > 10 && turned < 30, `${turned}`);
  });

  it("leave pictures without three channels as they are", () => {
    for (const augmentation of [saturation(0.4), hue(30), grayscale(1)]) {
      const values = tf.tidy(() =>
        augment(tf.tensor4d([1, 2, 3, 4], [1, 2, 2, 1]), [augmentation], random(1)).dataSync(),
      );
      assert.deepEqual([...values], [1, 2, 3, 4]);
    }
  });

  it("repeat with the seed, and refuse wrong amounts", () => {
    assert.deepEqual(changed(hue(30)), changed(hue(30)));
    assert.notDeepEqual(changed(hue(30)), changed(hue(30), 2));
    assert.throws(() => saturation(-1), /saturation: amount must be a number of at least 0, got -1/);
    assert.throws(() => hue(NaN), /hue: degrees must be/);
    assert.throws(() => grayscale(2), /grayscale: share must be a number in \[0, 1\], got 2/);
  });
});
