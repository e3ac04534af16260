import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { layers, sequential as layersModel } from "@tensorflow/tfjs-layers";
import { useEngine } from "../../lib/engine";
import { layersNetwork } from "../../lib/networks";
import { traceNetwork } from "../../lib/networks/network";
import { values } from "./noise";

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
