import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";
import * as core from "@tensorflow/tfjs-core";
import * as whole from "@tensorflow/tfjs";
import { layersNetwork, tf } from "../../../lib";
import { onEngine, readableEngines } from "../everyEngine";

/** What a new process prints that has ssdml as `ssdml`, on both streams. */
function printed(code: string, ...words: string[]): string {
  const library = JSON.stringify(path.join(__dirname, "..", "..", "..", "lib", "index.js"));
  const program = words.length > 0 ? code : `const ssdml = require(${library}); ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, [...words, "-e", program], { encoding: "utf8" });
  return stdout + stderr;
}

const isLoaded = "Object.keys(require.cache).some((file) => /tfjs.dist/.test(file))";

/** A small convolutional classifier: are the left pixels brighter than the right ones? */
function sides(): { x: tf.Tensor4D; y: tf.Tensor2D; model: tf.LayersModel } {
  const x = tf.randomUniform<tf.Rank.R4>([64, 6, 6, 1], 0, 1, "float32", 1);
  const y = tf.tidy(() => {
    const [left, right] = x.split(2, 2).map((half) => half.sum([1, 2, 3]));
    return left.greater(right).toFloat().reshape<tf.Tensor2D>([64, 1]);
  });
  const seeded = (seed: number) => tf.initializers.glorotUniform({ seed });
  const model = tf.sequential({
    layers: [
      tf.layers.conv2d({
        inputShape: [6, 6, 1],
        filters: 4,
        kernelSize: 3,
        kernelInitializer: seeded(1),
        activation: "relu",
      }),
      tf.layers.maxPooling2d({ poolSize: 2 }),
      tf.layers.flatten(),
      tf.layers.batchNormalization(),
      tf.layers.dense({ units: 1, activation: "sigmoid", kernelInitializer: seeded(2) }),
    ],
  });
  return { x, y, model };
}

for (const name of readableEngines) {
  onEngine(name, () => {
    it("trains a layers model of our tf, whose loss falls", async () => {
      const { x, y, model } = sides();
      model.compile({ optimizer: tf.train.adam(0.05), loss: "binaryCrossentropy" });
      const { history } = await model.fit(x, y, { epochs: 8, batchSize: 16, shuffle: false });
      const losses = history.loss as number[];
      assert.ok(losses[7] < 0.6 * losses[0], losses.join(" "));
      assert.equal(tf.getBackend(), name);
    });

    it("chains operations", () => {
      assert.deepEqual([...tf.tensor1d([1, 2]).add(1).square().dataSync()], [4, 9]);
    });
  });
}

describe("tf", () => {
  it("is the TensorFlow.js that ssdml and danfojs-node compute with", () => {
    assert.equal(tf.engine(), core.engine());
    assert.equal(tf.matMul, core.matMul);
    assert.equal(tf.sequential, whole.sequential);
    assert.equal(tf.Tensor, core.Tensor);
    assert.deepEqual(
      Object.keys(tf).sort(),
      Object.keys(whole)
        .filter((name) => name !== "default")
        .sort(),
    );
    assert.ok("layers" in tf && "data" in tf && "loadGraphModel" in tf);
  });

  it("makes models that layersNetwork takes, as a user's own import does", () => {
    for (const { layers, sequential } of [tf, whole]) {
      const network = layersNetwork(sequential({ layers: [layers.dense({ units: 2, inputShape: [3] })] }));
      assert.deepEqual([network.inputShape, network.dimension], [[3], 2]);
      network.dispose();
    }
  });

  it("is loaded when it is first used, silently, and changes no engine", () => {
    assert.equal(
      printed(`console.log(${isLoaded}); ssdml.tf.ones; console.log(${isLoaded})`),
      "false\ntrue\n",
    );
    const used = "ssdml.tf.ones([1]).add(1).print(); console.log(ssdml.tf.getBackend())";
    assert.equal(printed(used), "Tensor\n    [2]\ncpu\n");
    const after = `ssdml.useEngine("wasm").then(() => { ${used} });`;
    assert.equal(printed(after), "Tensor\n    [2]\nwasm\n");
    const before = `ssdml.tf.layers; ssdml.useEngine("wasm").then(() => { ${used} });`;
    assert.equal(printed(before), "Tensor\n    [2]\nwasm\n");
  });

  it("prints a tensor as one line", () => {
    const code = `const x = ssdml.tf.ones([2, 3]); console.log(x, [x]); x.dispose(); console.log(x)`;
    assert.equal(
      printed(code),
      "Tensor float32 [2, 3] [ Tensor float32 [2, 3] ]\nTensor float32 [2, 3] (disposed)\n",
    );
  });

  it("is not loaded by an ES module that imports other names", () => {
    const code = `import { random, tf } from "ssdml"; import { createRequire } from "node:module";
      const { cache } = createRequire(process.cwd() + "/x.js");
      const loaded = () => Object.keys(cache).some((file) => /tfjs.dist/.test(file));
      console.log(loaded(), typeof tf.layers.dense, loaded());`;
    assert.equal(printed(code, "--input-type=module"), "false function true\n");
  });
});
