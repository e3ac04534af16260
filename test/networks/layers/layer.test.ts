import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  averagePool,
  cifarNetwork,
  convolution,
  dense,
  flatten,
  globalAveragePool,
  l2Normalize,
  maxPool,
  mnistNetwork,
  parallel,
  relu,
  responseNormalization,
  rmac,
  subtractColor,
  tanh,
  type Layer,
} from "../../../lib/networks";
import { pullbackOf } from "../../../lib/networks/layers/layer";
import { onEngine, readableEngines } from "../../engine/everyEngine";
import { noise, values } from "../noise";

const close = (actual: tf.Tensor, expected: tf.Tensor, tolerance = 1e-4) => {
  assert.deepEqual(actual.shape, expected.shape);
  const [a, b] = [actual.dataSync(), expected.dataSync()];
  a.forEach((value, i) => {
    assert.ok(
      Math.abs(value - b[i]) <= tolerance * Math.max(1, Math.abs(b[i])),
      `${value} is not ${b[i]} at ${i}`,
    );
  });
};
const shapes: Record<string, { layer: () => Layer; x: number[] }> = {
  "convolution without padding": { layer: () => convolution(4, 3), x: [2, 6, 5, 2] },
  "convolution with padding": { layer: () => convolution(3, 5, { padding: "same" }), x: [2, 6, 6, 2] },
  "convolution with a stride": { layer: () => convolution(3, 3, { stride: 2 }), x: [2, 7, 7, 2] },
  "convolution with a stride and padding": {
    layer: () => convolution(3, 3, { stride: 2, padding: "same" }),
    x: [2, 7, 6, 2],
  },
  "convolution with zeros on every side": {
    layer: () => convolution(3, 3, { stride: 2, padding: 1 }),
    x: [2, 6, 5, 2],
  },
  "convolution that sees the whole image": { layer: () => convolution(5, 4), x: [3, 4, 4, 2] },
  "max pooling": { layer: () => maxPool(2), x: [2, 6, 6, 3] },
  "max pooling over the edge": {
    layer: () => maxPool(3, { stride: 2, padding: "same" }),
    x: [2, 6, 6, 3],
  },
  "max pooling that sees every pixel": {
    layer: () => maxPool(3, { stride: 2, padding: "ceil" }),
    x: [2, 6, 8, 3],
  },
  "R-MAC": { layer: () => rmac({ levels: 2 }), x: [2, 5, 3, 4] },
  "response normalization": {
    layer: () => responseNormalization({ size: 3, alpha: 0.5, bias: 2 }),
    x: [2, 3, 2, 6],
  },
  "response normalization with another power": {
    layer: () => responseNormalization({ beta: 0.6, alpha: 1 }),
    x: [2, 3, 2, 6],
  },
  "subtraction of a color": { layer: () => subtractColor([0.5, -1, 2]), x: [2, 3, 2, 3] },
  "global average pooling": { layer: () => globalAveragePool(), x: [2, 3, 5, 4] },
  dense: { layer: () => dense(7), x: [3, 6] },
  "dense on images": { layer: () => dense(7), x: [3, 2, 3, 2] },
  flatten: { layer: () => flatten(), x: [3, 2, 3, 2] },
  relu: { layer: () => relu(), x: [2, 3, 3, 2] },
  tanh: { layer: () => tanh(), x: [2, 3] },
  "ℓ2 normalization": { layer: () => l2Normalize(), x: [4, 1, 1, 6] },
  parallel: {
    layer: () =>
      parallel([
        [convolution(3, 1)],
        [convolution(2, 1), relu(), convolution(4, 3, { padding: "same" })],
        [],
      ]),
    x: [2, 5, 4, 3],
  },
};

for (const engine of readableEngines) {
  onEngine(engine, () => {
    for (const [name, { layer: make, x: shape }] of Object.entries(shapes)) {
      it(`the pullback of ${name} is what automatic differentiation says`, () => {
        tf.tidy(() => {
          const layer = make().build(shape.slice(1), noise);
          const x = values(shape);
          const y = layer.forward(x);
          assert.deepEqual(y.shape, [shape[0], ...layer.output]);
          const dy = values(y.shape);
          const pullback = pullbackOf(layer, x, y, dy);
          const automatic = pullbackOf({ ...layer, pullback: undefined } as never, x, y, dy);
          const loss = (input: tf.Tensor) => tf.sum(tf.mul(layer.forward(input), dy));
          const dx = tf.grad(loss)(x);
          close(pullback.input(), dx);
          close(automatic.input(), dx);
          const { parameters = {} } = layer;
          const variables = Object.values(parameters);
          if (variables.length === 0) return;
          const { grads } = tf.variableGrads(() => tf.sum(tf.mul(layer.forward(x), dy)), variables);
          for (const [key, variable] of Object.entries(parameters)) {
            close(pullback.parameters[key], grads[variable.name]);
            close(automatic.parameters[key], grads[variable.name]);
          }
          tf.dispose(variables);
        });
      });
    }

    it("averages over the pixels that exist, and its pullback is what differences say", () => {
      tf.tidy(() => {
        const layer = averagePool(3, { stride: 2 }).build([4, 4, 1], noise);
        const x = values([1, 4, 4, 1]) as tf.Tensor4D;
        const pixel = x.arraySync()[0].map((row) => row.map(([value]) => value));
        const mean = (ys: number[], xs: number[]) =>
          ys.flatMap((i) => xs.map((j) => pixel[i][j])).reduce((sum, value) => sum + value, 0) /
          (ys.length * xs.length);
        const y = layer.forward(x);
        const [inner, edge] = [
          [0, 1, 2],
          [2, 3],
        ];
        close(
          y,
          tf.tensor4d(
            [mean(inner, inner), mean(inner, edge), mean(edge, inner), mean(edge, edge)],
            [1, 2, 2, 1],
          ),
          1e-6,
        );
        const dy = tf.tensor4d([1, 2, 3, 4], [1, 2, 2, 1]);
        const dx = layer.pullback!(x, y, dy).input().dataSync();
        const loss = (input: tf.Tensor4D) => tf.sum(tf.mul(layer.forward(input), dy)).dataSync()[0];
        for (let i = 0; i < 16; i++) {
          const bump = tf.tensor4d(
            Float32Array.from({ length: 16 }, (_, j) => (i === j ? 1 : 0)),
            [1, 4, 4, 1],
          );
          assert.ok(Math.abs(loss(tf.add(x, bump)) - loss(x) - dx[i]) < 1e-5);
        }
      });
    });

    for (const make of [mnistNetwork, cifarNetwork]) {
      it(`${make.name}: a trace gives the gradients of the forward pass, without leaks`, () => {
        const before = tf.memory().numTensors;
        const network = make({ seed: 3 });
        tf.tidy(() => {
          const images = values([3, ...network.inputShape]) as tf.Tensor4D;
          const dz = values([3, network.dimension]) as tf.Tensor2D;
          const trace = network.trace(images);
          close(trace.embeddings, network.forward(images), 1e-6);
          const gradients = trace.gradients(dz);
          trace.dispose();
          const { grads } = tf.variableGrads(
            () => tf.sum(tf.mul(network.forward(images), dz)),
            Object.values(network.parameters),
          );
          for (const [key, variable] of Object.entries(network.parameters)) {
            const scale = tf.max(tf.abs(grads[variable.name]));
            close(tf.div(gradients[key], scale), tf.div(grads[variable.name], scale), 1e-3);
          }
        });
        network.dispose();
        assert.equal(tf.memory().numTensors, before);
      });
    }
  });
}
