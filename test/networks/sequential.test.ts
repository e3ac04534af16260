import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { convolution, dense, relu, sequential, type Layer } from "../../lib/networks";
import { values } from "./noise";

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
