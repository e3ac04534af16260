import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { layers, sequential as layersModel } from "@tensorflow/tfjs-layers";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import {
  convolution,
  dense,
  embed,
  identity,
  layersNetwork,
  linear,
  maxPool,
  mlp,
  relu,
  sequential,
  type Layer,
} from "../../lib/networks";
import { traceNetwork } from "../../lib/networks/network";

const noise = random(3);
const values = (shape: number[]) =>
  tf.tensor(
    Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => noise.normal()),
    shape,
  );

describe("sequential", () => {
  it("draws its weights when they are first needed, from its own seed or the one it is copied with", async () => {
    await useEngine("cpu");
    const before = tf.memory().numTensors;
    const make = (seed?: number) => sequential([dense(4)], { seed });
    const free = make();
    const first = async (network: { parameters: Readonly<Record<string, tf.Variable>> }) =>
      (await network.parameters.weights1.data())[0];
    const copies = [1, 2, 2].map((seed) => free.copy({ seed, input: [3] }));
    const [one, two, again] = await Promise.all(copies.map(first));
    assert.notEqual(one, two);
    assert.equal(two, again);
    const fixed = make(7);
    const seeded = [1, 2].map((seed) => fixed.copy({ seed, input: [3] }));
    assert.equal(await first(seeded[0]), await first(seeded[1]));
    // A network that has weights keeps them.
    copies[0].parameters.weights1.assign(tf.zeros([3, 4]));
    const kept = copies[0].copy({ seed: 5, input: [3] });
    assert.equal(await first(kept), 0);
    for (const network of [...copies, ...seeded, kept]) network.dispose();
    assert.ok(tf.memory().numTensors - before <= 1);
    assert.throws(() => free.inputShape, /the shape of its input is not known yet/);
  });

  it("starts with weights of deviation √(2/inputs)", async () => {
    await useEngine("cpu");
    const network = sequential([convolution(64, 5), relu(), dense(300)], { input: [5, 5, 8], seed: 1 });
    for (const [name, inputs] of [
      ["filter1", 200],
      ["weights2", 64],
    ] as const) {
      const data = Array.from(await network.parameters[name].data());
      const square = data.reduce((sum, value) => sum + value * value, 0) / data.length;
      assert.ok(Math.abs(square / (2 / inputs) - 1) < 0.1, `${name}: ${square}`);
    }
    network.dispose();
  });

  it("takes functions and layers of one's own, differentiated automatically, and normalizes unless told not to", async () => {
    await useEngine("cpu");
    const scaled: Layer = {
      name: "scaled",
      settings: {},
      build: (input) => {
        const factor = tf.variable(tf.fill([1], 1.5));
        return { output: input, parameters: { factor }, forward: (x) => tf.mul(x, factor) };
      },
    };
    const network = sequential([dense(5), (x) => tf.sin(x), scaled], {
      input: [4],
      seed: 1,
      normalize: false,
    });
    const x = values([6, 4]);
    const dz = values([6, 5]) as tf.Tensor2D;
    const trace = network.trace(x);
    const { grads } = tf.variableGrads(
      () => tf.sum(tf.mul(network.forward(x), dz)),
      Object.values(network.parameters),
    );
    const gradients = trace.gradients(dz);
    assert.deepEqual(Object.keys(network.parameters), ["weights1", "bias1", "factor2"]);
    for (const [key, variable] of Object.entries(network.parameters)) {
      const expected = grads[variable.name].dataSync();
      gradients[key].dataSync().forEach((value, i) => {
        assert.ok(Math.abs(value - expected[i]) < 1e-4);
      });
    }
    const lengths = (z: tf.Tensor2D) => tf.norm(z, 2, 1).dataSync();
    assert.ok(lengths(network.forward(x)).some((length) => Math.abs(length - 1) > 0.01));
    const unit = sequential([dense(5)], { input: [4], seed: 1 });
    assert.ok(lengths(unit.forward(x)).every((length) => Math.abs(length - 1) < 1e-5));
  });
});

describe("networks of feature vectors", () => {
  it("embed matrices, whatever their form", async () => {
    await useEngine("cpu");
    const rows = [
      [3, 4],
      [0, 2],
    ];
    assert.deepEqual(await embed(identity(), rows).array(), [
      [0.6000000238418579, 0.800000011920929],
      [0, 1],
    ]);
    assert.deepEqual(embed(linear(7), rows).shape, [2, 7]);
    assert.deepEqual(embed(mlp([9, 3]), tf.tensor2d(rows)).shape, [2, 3]);
    assert.throws(
      () => embed(linear(7, { input: [3] }), rows),
      /features must have the shape \[3\] of the linear network, got \[2\]/,
    );
    assert.throws(() => mlp([]), /mlp: sizes must be an array of layer sizes such as \[512, 128\], got \[\]/);
    assert.throws(() => embed(identity(), [[NaN, 1]]), /embed: features must be finite, got NaN in row 0/);
  });
});

describe("layersNetwork", () => {
  it("embeds as the model predicts, scaled to length one, and has its gradients; copies are independent", async () => {
    await useEngine("cpu");
    const model = layersModel({
      layers: [
        layers.conv2d({ inputShape: [6, 6, 1], filters: 3, kernelSize: 3, activation: "relu" }),
        layers.flatten(),
        layers.dense({ units: 4 }),
      ],
    });
    const network = layersNetwork(model);
    assert.deepEqual([network.inputShape, network.dimension], [[6, 6, 1], 4]);
    const x = values([5, 6, 6, 1]);
    const predicted = tf.tidy(() => {
      const y = model.predict(x) as tf.Tensor2D;
      return tf.div(y, tf.norm(y, 2, 1, true)).dataSync();
    });
    const z = network.forward(x).dataSync();
    z.forEach((value, i) => {
      assert.ok(Math.abs(value - predicted[i]) < 1e-5);
    });
    const dz = values([5, 4]) as tf.Tensor2D;
    const gradients = traceNetwork(network, x).gradients(dz);
    const { grads } = tf.variableGrads(
      () => tf.sum(tf.mul(network.forward(x), dz)),
      Object.values(network.parameters),
    );
    for (const [key, variable] of Object.entries(network.parameters)) {
      const expected = grads[variable.name].dataSync();
      gradients[key].dataSync().forEach((value, i) => {
        assert.ok(Math.abs(value - expected[i]) < 1e-4);
      });
    }
    const copy = network.copy!({ seed: 1, input: [6, 6, 1] });
    assert.deepEqual(copy.forward(x).dataSync(), z);
    copy.parameters.weight1.assign(tf.zerosLike(copy.parameters.weight1));
    assert.deepEqual(network.forward(x).dataSync(), z);
  });

  it("says what is wrong with a model", async () => {
    await useEngine("cpu");
    assert.throws(() => layersNetwork({} as never), /layersNetwork: model\.apply must be a function/);
    const images = layersModel({
      layers: [layers.conv2d({ inputShape: [6, 6, 1], filters: 3, kernelSize: 3 })],
    });
    assert.throws(
      () => layersNetwork(images),
      /must end in vectors \[n, d\], got an output of the shape \[n, 4, 4, 3\]/,
    );
  });
});

it("pools and convolves to the shapes that it says", async () => {
  await useEngine("cpu");
  for (const layer of [
    convolution(2, 3, { stride: 2 }),
    convolution(2, 3, { stride: 3, padding: "same" }),
    maxPool(3, { stride: 2 }),
    maxPool(2, { padding: "same" }),
  ])
    for (const side of [5, 6, 7, 8]) {
      const built = layer.build([side, side + 1, 2], noise);
      assert.deepEqual(built.forward(tf.zeros([1, side, side + 1, 2])).shape.slice(1), built.output);
    }
});
