import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import {
  cifarNetwork,
  dense,
  loadNetwork,
  mnistNetwork,
  relu,
  saveNetwork,
  sequential,
  tanh,
  type LayerLike,
} from "../../lib/networks";
import { temporaryFolder } from "../support/temporary";

describe("saveNetwork and loadNetwork", () => {
  it("keep every parameter to the last bit", async (t) => {
    await useEngine("wasm");
    const before = tf.memory().numTensors;
    for (const make of [mnistNetwork, cifarNetwork]) {
      const file = path.join(temporaryFolder(t), "network.safetensors");
      const network = make({ seed: 7 });
      await saveNetwork(network, file);
      const again = await loadNetwork(file);
      assert.equal(again.name, network.name);
      for (const [name, parameter] of Object.entries(network.parameters)) {
        assert.deepEqual(again.parameters[name].dataSync(), parameter.dataSync());
      }
      network.dispose();
      again.dispose();
    }
    assert.equal(tf.memory().numTensors, before);
  });

  it("say so when the file is of something else", async (t) => {
    await useEngine("wasm");
    const file = path.join(temporaryFolder(t), "network.safetensors");
    const network = mnistNetwork();
    await saveNetwork({ ...network, name: "mine" }, file);
    const before = tf.memory().numTensors;
    await assert.rejects(
      loadNetwork(file),
      /network "mine", which is not one of mnist, cifar, identity\. Pass that network/,
    );
    await assert.rejects(
      loadNetwork(file, cifarNetwork),
      /cannot be used: the file is of another network: its layers are convolution, maxPool/,
    );
    await saveNetwork({ ...network, name: "constructor" }, file);
    await assert.rejects(loadNetwork(file), /network "constructor", which is not one of/);
    assert.equal(tf.memory().numTensors, before);
    network.dispose();
  });

  it("refuse other layers, even where the weights have the same shapes, and warn of other functions", async (t) => {
    await useEngine("cpu");
    const file = path.join(temporaryFolder(t), "network.safetensors");
    const made = (between: LayerLike, last: LayerLike) =>
      sequential([dense(4), between, dense(3), last], { input: [2], seed: 3 });
    const add = (x: tf.Tensor) => tf.add(x, 0.5);
    const network = made(relu(), add);
    await saveNetwork(network, file);
    const warnings = t.mock.method(console, "warn", () => undefined).mock;
    const before = tf.memory().numTensors;
    await assert.rejects(loadNetwork(file, made(tanh(), add)), {
      message: `loadNetwork: ${file} cannot be used: the file is of another network: its layers are dense, relu, dense, add, those of the network passed are dense, tanh, dense, add. Pass the network it was saved with.`,
    });
    const same = await loadNetwork(file, made(relu(), add));
    assert.equal(warnings.callCount(), 0);
    const other = await loadNetwork(
      file,
      made(relu(), (x) => tf.sub(x, 0.5)),
    );
    assert.match(
      String(warnings.calls[0].arguments[0]),
      /a function among the network's layers reads differently/,
    );
    tf.dispose([same, other].map(({ parameters }) => parameters));
    assert.equal(tf.memory().numTensors - before, 3 * 4);
  });

  it("refuse a file with a flipped bit, and leave no tensor", async (t) => {
    await useEngine("wasm");
    const file = path.join(temporaryFolder(t), "network.safetensors");
    const network = mnistNetwork();
    await saveNetwork(network, file);
    network.dispose();
    const before = tf.memory().numTensors;
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(file, bytes);
    await assert.rejects(loadNetwork(file), {
      name: "UserError",
      message: /it has changed since it was written, its checksum is wrong\. Restore it from a copy\.$/,
    });
    assert.equal(tf.memory().numTensors, before);
  });
});
