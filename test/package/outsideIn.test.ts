import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { MathBackendCPU } from "@tensorflow/tfjs-backend-cpu";
import {
  compareTo,
  type Augmentation,
  type Dataset,
  type Layer,
  type LossBatch,
  type MinerContext,
  type Optimizer,
} from "./outside";
import * as ssdml from "ssdml";
import { temporaryFolder } from "../support/temporary";

const { tf } = ssdml;

/** Adds one of each kind of part from the outside, by the public package alone, as the recipes of CONTRIBUTING say. */
describe("from the outside, by the public package alone, one can add", () => {
  /** A dataset: pictures of bars in four places, with names for the classes. */
  function bars(): Dataset {
    const noise = ssdml.random(3);
    const part = (count: number) => {
      const labels = Int32Array.from({ length: count }, (_, i) => i % 4);
      const data = Float32Array.from({ length: count * 64 }, (_, p) => {
        const isBar = (Math.floor(p / 8) % 8) >> 1 === labels[Math.floor(p / 64)];
        return noise.normal() + (isBar ? 2 : 0);
      });
      return { images: ssdml.imagesFromArray(data, [count, 8, 8]), labels };
    };
    return {
      name: "bars",
      train: part(80),
      test: part(24),
      classNames: ["top", "upper", "lower", "bottom"],
      imageShape: [8, 8, 1],
      source: "made here",
    };
  }

  /** A miner: labeled points of one class, and one of another. */
  function labeledPairs({ labels, random }: MinerContext) {
    const labeled = [...labels.keys()].filter((i) => labels[i] >= 0);
    const pick = (from: number[]) => from[random.integer(from.length)];
    const anchors = Array.from({ length: 60 }, () => pick(labeled));
    return {
      anchors,
      positives: anchors.map((a) => pick(labeled.filter((i) => labels[i] === labels[a] && i !== a))),
      negatives: anchors.map((a) => pick(labeled.filter((i) => labels[i] !== labels[a]))),
      weights: anchors.map((_, i) => 1 + (i % 2)),
    };
  }

  /** A loss with in-batch negatives: pull pairs that are known to be of one class, push those known to be of two. */
  function inBatch({ projected, relations }: LossBatch) {
    const r = tf.tensor2d(relations.data, relations.shape);
    const squares = tf.sum(tf.square(projected), 1, true);
    const products = tf.matMul(projected, projected, false, true);
    const distances = tf.sub(tf.add(squares, tf.transpose(squares)), tf.mul(products, 2));
    const pull = tf.mul(tf.relu(r), distances);
    const push = tf.mul(tf.relu(tf.neg(r)), tf.relu(tf.sub(1, distances)));
    return tf.mean<ReturnType<typeof tf.scalar>>(tf.add(pull, push));
  }

  /** A layer with a parameter of its own, and an optimizer: signs of the gradients. */
  const gain: Layer = {
    name: "gain",
    settings: {},
    build: (input) => {
      const factor = tf.variable(tf.ones([input[input.length - 1]]));
      return { output: input, parameters: { factor }, forward: (x) => tf.mul(x, factor) };
    },
  };
  const signDescent: Optimizer = {
    name: "signDescent",
    settings: {},
    learningRate: 1e-3,
    init: () => ({}),
    update: (gradients, _state, parameters, rate) => {
      for (const [name, parameter] of Object.entries(parameters))
        parameter.assign(tf.sub(parameter, tf.mul(tf.sign(gradients[name]), rate)));
    },
  };
  const noisy: Augmentation = (images, random) =>
    tf.add(images, tf.mul(tf.randomNormal(images.shape, 0, 1, "float32", random.integer(1e6)), 0.1));

  const Mine = ssdml.defineMethod({
    name: "Mine",
    network: ssdml.sequential([
      ssdml.convolution(6, 3),
      gain,
      ssdml.relu(),
      ssdml.maxPool(2),
      ssdml.dense(8),
    ]),
    augment: [noisy],
    miner: labeledPairs,
    loss: inBatch,
    optimizer: signDescent,
    settings: { epochs: 6, epochsPerPartition: 1, partitionSize: 40, batchSize: 20 },
  });

  it("a dataset, network, layer, augmentation, miner, loss, optimizer and method, and run the paper's protocol on them", async (t) => {
    await ssdml.useEngine("cpu");
    const folder = temporaryFolder(t);
    const run = () =>
      ssdml.runExperiment({
        dataset: bars(),
        method: Mine,
        labeledPerClass: 5,
        options: { seed: 1 },
        folder,
      });
    const kinds = new Set<string>();
    const steps = run();
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) kinds.add(step.value.kind);
    const result = step.value!;
    assert.ok(
      ["partition", "triplets", "epoch", "evaluation", "checkpoint"].every((kind) => kinds.has(kind)),
    );
    assert.equal(result.method, "Mine");
    const value = (method: string, metric: string) =>
      result.rows.find((row) => row.method === method && row.metric === metric)!.value;
    assert.ok(value("Mine", "mapAtR") > value("Initial", "mapAtR"), "it learns");
    // The second time the result is only read.
    assert.deepEqual((await run().next()).value, JSON.parse(JSON.stringify(result)));
    const model = await Mine.load(path.join(folder, "model.safetensors"));
    const z = model.transform(bars().test.images);
    assert.deepEqual(z.shape, [24, 4]);
    z.dispose();
    model.dispose();
  });

  it("a figure", async () => {
    const figure = compareTo(ssdml, [{ method: "Mine", value: 0.7 }]);
    assert.match(await figure.toSvg(), /<svg/);
  });

  it("an engine: any backend of TensorFlow.js computes the same", async () => {
    const points = Array.from({ length: 30 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i / 30]);
    const labels = points.map((_, i) => (i < 12 ? i % 2 : -1));
    const learn = async () => {
      const options = { seed: 1, epochs: 1, partitionSize: 18, k: 4, metricDimension: 2 };
      const model = await new ssdml.AGML(options).fit(points, labels);
      const z = model.transform(points);
      const values = await z.data();
      z.dispose();
      model.dispose();
      return values;
    };
    await ssdml.useEngine("cpu");
    const expected = await learn();
    tf.registerBackend("mine", () => new MathBackendCPU());
    for (const kernel of tf.getKernelsForBackend("cpu"))
      tf.registerKernel({ ...kernel, backendName: "mine" });
    await tf.setBackend("mine");
    const actual = await learn();
    actual.forEach((value, i) => {
      assert.ok(Math.abs(value - expected[i]) < 1e-3, `${value} is not ${expected[i]}`);
    });
    await ssdml.useEngine("cpu");
  });
});
