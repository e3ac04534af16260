import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { layers, sequential as stack } from "@tensorflow/tfjs-layers";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../lib/core/errors";
import { imageFolder, loadFeatures } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { embed, tfjsNetwork } from "../../lib/networks";
import { ssdml } from "../cli/inProcess";
import { labeledPictures } from "../cli/labeledPictures";
import { largestDifference } from "../support/onnxruntime";
import { temporaryFolder } from "../support/temporary";

before(async () => {
  await useEngine("cpu");
});

interface GraphNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, unknown>;
}

const float = { type: "DT_FLOAT" };
const extents = (shape: number[]) => ({ shape: { dim: shape.map((size) => ({ size: String(size) })) } });

/** A graph model in a folder of its own: `x`, of a shape, and the nodes computed from it. */
function graphModel(t: TestContext, shape: number[], nodes: GraphNode[], axes: number[]): string {
  const folder = temporaryFolder(t);
  const placeholder = { name: "x", op: "Placeholder", attr: { dtype: float, shape: extents(shape) } };
  const constant = {
    name: "axes",
    op: "Const",
    attr: { dtype: { type: "DT_INT32" }, value: { tensor: { dtype: "DT_INT32", tensorShape: {} } } },
  };
  const model = {
    format: "graph-model",
    modelTopology: { node: [placeholder, constant, ...nodes], versions: { producer: 1 } },
    weightsManifest: [
      { paths: ["weights.bin"], weights: [{ name: "axes", shape: [axes.length], dtype: "int32" }] },
    ],
  };
  writeFileSync(path.join(folder, "weights.bin"), Buffer.from(Int32Array.from(axes).buffer));
  const file = path.join(folder, "model.json");
  writeFileSync(file, JSON.stringify(model));
  return file;
}

const reduction = (name: string, op: string): GraphNode => ({
  name,
  op,
  input: ["x", "axes"],
  attr: { T: float, Tidx: { type: "DT_INT32" }, keep_dims: { b: false } },
});

/** A graph that gives the mean of each channel, and the largest number of each. */
const channels = (t: TestContext, shape = [-1, 2, 2, 3]) =>
  graphModel(t, shape, [reduction("mean", "Mean"), reduction("most", "Max")], [1, 2]);

/** Two color images of 2 × 2 pixels: the numbers of the first are 0, 1, 2 in the first pixel, 3, 4, 5 in the next. */
const images = { data: Uint8Array.from({ length: 24 }, (_, i) => i), shape: [2, 2, 2, 3] as [2, 2, 2, 3] };

async function firstRow(file: string, options: object): Promise<number[]> {
  const network = await tfjsNetwork(file, { normalize: false, ...options });
  try {
    const z = embed(network, images);
    assert.equal(z.shape[0], 2);
    return [...z.dataSync()].slice(0, z.shape[1]);
  } finally {
    network.dispose();
  }
}

describe("tfjsNetwork", () => {
  it("reads a graph model, with an output by its name", async (t) => {
    const file = channels(t);
    assert.deepEqual(await firstRow(file, { output: "mean" }), [4.5, 5.5, 6.5]);
    assert.deepEqual(await firstRow(file, { output: "most" }), [9, 10, 11]);
    const [one, ...others] = await firstRow(file, { output: "mean", normalize: true });
    const length = Math.hypot(4.5, 5.5, 6.5);
    assert.ok(largestDifference([one, ...others], [4.5 / length, 5.5 / length, 6.5 / length]) < 1e-6);
  });

  it("reverses the colors, subtracts the mean and then scales", async (t) => {
    const file = channels(t);
    const options = { output: "mean", mean: [0.5, 1.5, 2.5], scale: [1, 2, 0.5] };
    assert.deepEqual(await firstRow(file, options), [4, 8, 2]);
    assert.deepEqual(await firstRow(file, { ...options, colors: "bgr" }), [6, 8, 1]);
  });

  it("reads a layers model, which computes what it did before it was saved", async (t) => {
    const folder = temporaryFolder(t);
    const model = stack({
      layers: [
        layers.conv2d({ inputShape: [2, 2, 3], filters: 4, kernelSize: 2, activation: "tanh" }),
        layers.flatten(),
      ],
    });
    await model.save(`file://${folder}`);
    const x = tf.tensor4d(Float32Array.from(images.data), images.shape);
    const expected = (model.predict(x) as tf.Tensor).dataSync();
    const network = await tfjsNetwork(path.join(folder, "model.json"), { normalize: false });
    assert.deepEqual([network.inputShape, network.dimension], [[2, 2, 3], 4]);
    assert.deepEqual([...embed(network, images).dataSync()], [...expected]);
  });

  it("frees its tensors", async (t) => {
    const file = channels(t);
    const tensors = tf.memory().numTensors;
    const network = await tfjsNetwork(file, { output: "mean" });
    tf.dispose(embed(network, images));
    network.dispose();
    assert.equal(tf.memory().numTensors, tensors);
  });

  it("says what is wrong in a sentence", async (t) => {
    const file = channels(t);
    const folder = path.dirname(file);
    const fails = (name: string, options: object, message: RegExp) =>
      assert.rejects(tfjsNetwork(path.join(folder, name), options), (error: Error) => {
        assert.ok(error instanceof UserError, error.stack);
        assert.match(error.message, message);
        return true;
      });
    await fails("nothing.json", {}, /nothing\.json is not a file/);
    await fails("model.json", {}, /has several outputs\. Pass the name of one as output: mean, most\./);
    await fails("model.json", { output: "z" }, /has no output "z"\. Its outputs are mean, most\./);
    await fails("model.json", { output: "mean", size: 9 }, /takes images of 2 × 2 pixels, got size 9/);
    await fails("model.json", { output: "mean", mean: [1, 2] }, /one for each of 3 channels, got 2 numbers/);
    await fails("model.json", { ouput: "mean" }, /output/);
    writeFileSync(path.join(folder, "text.json"), "hello");
    await fails("text.json", {}, /text\.json is not a model of TensorFlow\.js/);
    writeFileSync(path.join(folder, "list.json"), "[1]");
    await fails("list.json", {}, /list\.json is not a model of TensorFlow\.js/);
    const outside = { modelTopology: {}, weightsManifest: [{ paths: ["../../secret.bin"], weights: [] }] };
    writeFileSync(path.join(folder, "outside.json"), JSON.stringify(outside));
    await fails("outside.json", {}, /names weights outside its folder: \.\.\/\.\.\/secret\.bin/);
    writeFileSync(
      path.join(folder, "empty.json"),
      JSON.stringify({ modelTopology: {}, weightsManifest: [] }),
    );
    await fails("empty.json", {}, /cannot be read as a model of TensorFlow\.js/);
    await fails("model.json", { output: "x" }, /has no output "x"/);
  });

  it("takes the size where the file leaves it open", async (t) => {
    const file = channels(t, [-1, -1, -1, 3]);
    assert.deepEqual(await firstRow(file, { output: "mean", size: 2 }), [4.5, 5.5, 6.5]);
    await assert.rejects(
      tfjsNetwork(file, { output: "mean" }),
      /leaves the size of its images open.*size: 224/,
    );
  });

  it("computes the features of a folder for ssdml features", async (t) => {
    const folder = temporaryFolder(t);
    labeledPictures(folder, 6);
    const file = channels(t, [-1, 8, 8, 3]);
    const network = ["--network", file, "--output", "mean", "--normalize", "no"];
    await ssdml(folder, "features", "--images", "pictures", "--out", "f.safetensors", ...network);
    const { features } = await loadFeatures(path.join(folder, "f.safetensors"));
    assert.deepEqual(features.shape, [6, 3]);
    const { train } = await imageFolder(path.join(folder, "pictures"), { size: 8, channels: 3, test: 0 });
    const { data } = train.images;
    const reds = Array.from({ length: 64 }, (_, i) => data[3 * i]);
    const mean = reds.reduce((a, b) => a + b, 0) / 64;
    assert.ok(Math.abs(features.data[0] - mean) < 1e-3, `${features.data[0]} ${mean}`);
  });
});
