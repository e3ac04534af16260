import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import {
  convolution,
  dense,
  embed,
  multiScale,
  relu,
  resizeImages,
  rmac,
  sequential,
  traceNetwork,
} from "../../lib/networks";
import { values } from "./noise";

const small = () =>
  sequential([convolution(6, 3), relu(), rmac({ levels: 2 })], {
    input: [12, 12, 3],
    seed: 1,
    anySize: true,
  });

describe("multiScale", () => {
  before(() => useEngine("cpu"));

  it("sums the embeddings of all sizes, and keeps the shape of the images", () => {
    const network = small();
    tf.tidy(() => {
      const images = values([2, 12, 18, 3]) as tf.Tensor4D;
      const both = [resizeImages(images, 12, 18), resizeImages(images, 6, 9)].map((resized) =>
        network.forward(resized).arraySync(),
      );
      const z = multiScale(network, [18, 9]).forward(images).arraySync();
      z.forEach((row, n) => {
        const sum = row.map((_, c) => both[0][n][c] + both[1][n][c]);
        row.forEach((value, c) => {
          assert.ok(Math.abs(value - sum[c] / Math.hypot(...sum)) < 1e-5);
        });
      });
    });
    network.dispose();
  });

  it("is differentiable: a small step along the gradient changes the sum as the gradient says", () => {
    const network = multiScale(small(), [18, 9]);
    tf.tidy(() => {
      const images = values([2, 12, 18, 3]);
      const direction = values([2, 6]) as tf.Tensor2D;
      const trace = traceNetwork(network, images);
      const { filter1 } = trace.gradients(direction);
      const parameter = network.parameters.filter1;
      const sum = () => tf.sum(tf.mul(network.forward(images), direction)).dataSync()[0];
      const [start, step] = [parameter.clone(), 1e-3 / tf.norm(filter1).dataSync()[0]];
      parameter.assign(tf.add(start, tf.mul(filter1, step)));
      const after = sum();
      parameter.assign(tf.sub(start, tf.mul(filter1, step)));
      const slope = (after - sum()) / (2 * step);
      const expected = tf.sum(tf.square(filter1)).dataSync()[0];
      assert.ok(Math.abs(slope - expected) < 0.02 * expected, `${slope} is not ${expected}`);
      trace.dispose();
    });
    network.dispose();
  });

  it("refuses networks for one size, and images that give several vectors", () => {
    const fixed = sequential([dense(3)], { input: [4, 4, 1], seed: 1 });
    assert.throws(
      () => multiScale(fixed, [4]),
      /network must take images of any size, such as googLeNet\(\)/,
    );
    assert.throws(() => multiScale(small(), []), /longerSides must be/);
    fixed.dispose();
    const map = sequential([convolution(4, 3)], { input: [3, 3, 1], seed: 1, anySize: true });
    assert.throws(
      () => embed(map, tf.ones<tf.Rank.R4>([1, 5, 5, 1])),
      /End with a pooling|must end with a pooling/,
    );
    map.dispose();
  });

  it("takes a network without dispose", () => {
    const own = { ...small(), dispose: undefined as never };
    multiScale(own, [8]).dispose();
    for (const parameter of Object.values(own.parameters)) parameter.dispose();
  });

  it("leaves no tensor behind", () => {
    const network = multiScale(small(), [10, 7]);
    const images = values([1, 9, 12, 3]) as tf.Tensor4D;
    const before = tf.memory().numTensors;
    embed(network, images).dispose();
    assert.equal(tf.memory().numTensors, before);
    network.dispose();
    images.dispose();
  });
});
