import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import {
  averagePool,
  cifarNetwork,
  convolution,
  dense,
  flatten,
  globalAveragePool,
  identity,
  l2Normalize,
  maxPool,
  mnistNetwork,
  parallel,
  relu,
  responseNormalization,
  rmac,
  saveNetwork,
  sequential,
  subtractColor,
  tanh,
  writeOnnx,
  type LayerLike,
  type Network,
} from "../../../lib/networks";
import { largestDifference, runOnnx } from "../../support/onnxruntime";
import { temporaryFolder } from "../../support/temporary";
import { values } from "../noise";

before(async () => {
  await useEngine("cpu");
});

const layers: Record<string, { layers: LayerLike[]; input: number[] }> = {
  "a convolution": { layers: [convolution(4, 3), flatten()], input: [6, 5, 2] },
  "a convolution with padding": {
    layers: [convolution(3, 5, { padding: "same" }), flatten()],
    input: [6, 7, 2],
  },
  "a convolution of even size with padding": {
    layers: [convolution(3, 4, { padding: "same" }), flatten()],
    input: [6, 5, 2],
  },
  "a convolution with a stride and padding": {
    layers: [convolution(3, 3, { stride: 2, padding: "same" }), flatten()],
    input: [7, 6, 2],
  },
  "a convolution that sees the whole image": { layers: [convolution(5, 4)], input: [4, 4, 3] },
  "max pooling": { layers: [maxPool(2), flatten()], input: [6, 7, 3] },
  "max pooling over the edge": {
    layers: [maxPool(3, { stride: 2, padding: "same" }), flatten()],
    input: [6, 7, 3],
  },
  "max pooling with gaps": {
    layers: [maxPool(2, { stride: 3, padding: "same" }), flatten()],
    input: [7, 8, 2],
  },
  "a convolution with zeros on every side": {
    layers: [convolution(3, 3, { stride: 2, padding: 1 }), flatten()],
    input: [6, 7, 2],
  },
  "max pooling that sees every pixel": {
    layers: [maxPool(3, { stride: 2, padding: "ceil" }), flatten()],
    input: [6, 8, 3],
  },
  "R-MAC after a convolution": { layers: [convolution(4, 2), rmac({ levels: 2 })], input: [8, 6, 3] },
  "R-MAC of pixels": { layers: [rmac({ levels: 3 })], input: [5, 9, 3] },
  "response normalization and subtraction of a color": {
    layers: [
      subtractColor([0.5, -1, 2]),
      convolution(7, 1),
      responseNormalization({ size: 3, alpha: 2, bias: 1.5 }),
      subtractColor([1, 2, 3, 4, 5, 6, 7]),
      flatten(),
    ],
    input: [3, 4, 3],
  },
  "average pooling over the edge": { layers: [averagePool(3, { stride: 2 }), flatten()], input: [6, 7, 3] },
  "average pooling with gaps": { layers: [averagePool(2, { stride: 3 }), flatten()], input: [7, 8, 2] },
  "global average pooling": { layers: [globalAveragePool()], input: [3, 5, 4] },
  "dense layers": { layers: [dense(7), tanh(), dense(3)], input: [6] },
  "a dense layer on what a convolution sees": { layers: [convolution(4, 3), dense(7)], input: [6, 5, 2] },
  "relu and tanh": { layers: [convolution(4, 3), relu(), tanh(), flatten()], input: [4, 5, 1] },
  "ℓ2 normalization of pixels": { layers: [l2Normalize(), flatten()], input: [4, 5, 3] },
  "ℓ2 normalization after a convolution": {
    layers: [convolution(4, 2), l2Normalize(), flatten()],
    input: [4, 5, 3],
  },
  "parallel branches, one of them empty": {
    layers: [
      parallel([
        [convolution(3, 1)],
        [convolution(2, 1), relu(), convolution(4, 3, { padding: "same" })],
        [maxPool(3, { stride: 1, padding: "same" }), parallel([[], [tanh()]])],
        [],
      ]),
      relu(),
      flatten(),
    ],
    input: [5, 4, 3],
  },
  "parallel branches of vectors": { layers: [parallel([[dense(3)], [], [tanh()]])], input: [4] },
};

async function agrees(t: { after(work: () => void): void }, network: Network): Promise<void> {
  const file = path.join(temporaryFolder(t as never), "network.onnx");
  await saveNetwork(network, file);
  for (const count of [1, 3]) {
    const [x, z] = tf.tidy(() => {
      const batch = values([count, ...network.inputShape]);
      return [batch.dataSync(), network.forward(batch).dataSync()];
    });
    const result = await runOnnx(file, x, [count, ...network.inputShape]);
    assert.deepEqual(result.shape, [count, network.dimension]);
    assert.ok(z.some((value) => Math.abs(value) > 0.01));
    const difference = largestDifference(result.data, z);
    assert.ok(difference < 1e-5, `batch of ${count}: ${difference}`);
  }
}

describe("a network as ONNX computes in onnxruntime what it computes here:", () => {
  for (const [name, { layers: list, input }] of Object.entries(layers)) {
    it(name, async (t) => {
      const before = tf.memory().numTensors;
      const network = sequential(list, { input, seed: 3, normalize: false });
      await agrees(t, network);
      network.dispose();
      assert.equal(tf.memory().numTensors, before);
    });
  }

  for (const make of [mnistNetwork, cifarNetwork, () => identity({ input: [5], seed: 1 })]) {
    it(`${make.name || "identity"}, whose rows have length one`, async (t) => {
      const network = make({ seed: 1, initialization: "he" });
      await agrees(t, network);
      network.dispose();
    });
  }
});

describe("what cannot be written as ONNX", () => {
  const cases: Record<string, [layers: LayerLike[], message: RegExp]> = {
    "a function of one's own": [
      [
        dense(3),
        function squared(x: tf.Tensor) {
          return tf.square(x);
        },
      ],
      /^saveNetwork: the layer squared \(number 2\) cannot be written as ONNX, because it has no function onnx\(graph, x\)/,
    ],
    "one inside a branch": [
      [parallel([[dense(3)], [relu(), (x: tf.Tensor) => tf.square(x)]])],
      /^saveNetwork: the layer a function \(number 2\) cannot be written/,
    ],
    "a layer whose onnx returns nothing": [
      [
        {
          name: "mine",
          settings: {},
          build: (input) => ({ output: input, forward: (x) => x, onnx: () => undefined as never }),
        },
      ],
      /^saveNetwork: the layer mine \(number 1\) cannot be written as ONNX: its function onnx must return what graph\.node returns/,
    ],
  };
  for (const [name, [list, message]] of Object.entries(cases)) {
    it(`is named: ${name}`, async (t) => {
      const network = sequential(list, { input: [4], seed: 1 });
      const file = path.join(temporaryFolder(t), "network.onnx");
      await assert.rejects(saveNetwork(network, file), { name: "UserError", message });
      network.dispose();
    });
  }

  it("is a network without the function", async (t) => {
    const own: Network = {
      name: "mine",
      inputShape: [3],
      dimension: 3,
      parameters: {},
      forward: (x) => x as tf.Tensor2D,
      dispose: () => undefined,
    };
    await assert.rejects(saveNetwork(own, path.join(temporaryFolder(t), "network.onnx")), {
      name: "UserError",
      message: /the network "mine" cannot be written as ONNX/,
    });
  });

  it("is a model of two gigabytes", async (t) => {
    const file = path.join(temporaryFolder(t), "huge.onnx");
    const weights = { shape: [2 ** 15, 2 ** 14] } as unknown as tf.Tensor;
    await assert.rejects(
      writeOnnx(file, {
        caller: "saveNetwork",
        name: "huge",
        inputShape: [2 ** 15],
        build: (graph, x) => graph.node("MatMul", [x, graph.weights(weights)], { shape: [2 ** 14] }),
      }),
      { name: "UserError", message: /less than 2 GB, but this model needs 2\.1 GB/ },
    );
  });
});

it("a layer of one's own is written by its function onnx", async (t) => {
  const shifted: LayerLike = {
    name: "shifted",
    settings: {},
    build: (input) => ({
      output: input,
      forward: (x) => tf.leakyRelu(tf.add(x, tf.tensor1d([1, -2, 3])), 0.25),
      onnx: (graph, x) =>
        graph.node("LeakyRelu", [graph.node("Add", [x, graph.constant(Float32Array.of(1, -2, 3), [3])])], {
          floats: { alpha: 0.25 },
        }),
    }),
  };
  const network = sequential([shifted], { input: [3], seed: 1, normalize: false });
  await agrees(t, network);
  network.dispose();
});
