import { layers, sequential } from "@tensorflow/tfjs-layers";
import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { tinyNetwork } from "../values";
import { some } from "./choose";

const { tf } = ssdml;

let model: unknown;
/** One model of TensorFlow.js for all calls. */
const layersModel = () => (model ??= sequential({ layers: [layers.dense({ inputShape: [5], units: 3 })] }));

/** A call of a constructor of a part, and of what it makes. */
const maker = (name: string, call: (...args: never[]) => unknown, args: Recipe["args"]): Recipe => ({
  name,
  call,
  args,
});

/** Builds a layer and runs it. */
const layer =
  (make: (...args: never[]) => ssdml.Layer, input: number[]) =>
  (...args: never[]) => {
    const built = make(...args).build(input, ssdml.random(1));
    try {
      return tf.tidy(() => built.forward(tf.ones([2, ...input])).arraySync());
    } finally {
      tf.dispose(built.parameters ?? {});
    }
  };

/** Makes a network, embeds two examples and frees it. */
const network =
  (make: (...args: never[]) => ssdml.Network, input: number[]) =>
  (...args: never[]) => {
    const made = make(...args);
    try {
      return tf.tidy(() => made.forward(tf.ones([2, ...input])).arraySync());
    } finally {
      made.dispose();
    }
  };

const augmented =
  (make: (...args: never[]) => ssdml.Augmentation) =>
  (...args: never[]) =>
    tf.tidy(() => make(...args)(tf.ones([2, 4, 4, 1]), ssdml.random(1)).arraySync());

const progress = { done: 0.5, epochs: 3, partitions: 1 };

/** Parts of the pipeline. */
export const partRecipes: Recipe[] = [
  maker("convolution", layer(ssdml.convolution, [6, 6, 2]), (_, r) => [
    2,
    3,
    some(r, { stride: 2, padding: "same", deviation: 0.1 }),
  ]),
  maker("dense", layer(ssdml.dense, [5]), (_, r) => [3, some(r, { deviation: 0.1 })]),
  maker("maxPool", layer(ssdml.maxPool, [6, 6, 2]), (_, r) => [2, some(r, { stride: 1, padding: "same" })]),
  maker("averagePool", layer(ssdml.averagePool, [6, 6, 2]), (_, r) => [2, some(r, { stride: 1 })]),
  maker("responseNormalization", layer(ssdml.responseNormalization, [3, 3, 4]), (_, r) => [
    some(r, { size: 3, alpha: 0.1, beta: 0.5, bias: 2 }),
  ]),
  maker("subtractColor", layer(ssdml.subtractColor, [3, 3, 2]), () => [[0.5, 1]]),
  maker("leading", layer(ssdml.leading, [3]), () => [2]),
  maker("rmac", layer(ssdml.rmac, [5, 3, 2]), (_, r) => [some(r, { levels: 2 })]),
  maker("rmacRegions", ssdml.rmacRegions, () => [5, 7, 2]),
  maker(
    "resizeImages",
    (...args: Parameters<typeof ssdml.resizeImages>) =>
      tf.tidy(() => ssdml.resizeImages(...args).arraySync()),
    () => [tf.ones([1, 4, 4, 1]), 2, 3],
  ),
  maker("globalAveragePool", layer(ssdml.globalAveragePool, [6, 6, 2]), () => []),
  maker("flatten", layer(ssdml.flatten, [6, 6, 2]), () => []),
  maker("relu", layer(ssdml.relu, [5]), () => []),
  maker("tanh", layer(ssdml.tanh, [5]), () => []),
  maker("l2Normalize", layer(ssdml.l2Normalize, [5]), () => []),
  maker("parallel", layer(ssdml.parallel, [4, 4, 1]), () => [[[ssdml.convolution(2, 1)], [ssdml.relu()]]]),
  maker("sequential", network(ssdml.sequential, [4, 4, 1]), (_, r) => [
    [ssdml.convolution(2, 3), ssdml.relu(), ssdml.dense(3)],
    some(r, { input: [4, 4, 1], seed: 2, normalize: false, name: "mine" }),
  ]),
  maker("linear", network(ssdml.linear, [5]), (_, r) => [3, some(r, { seed: 2 })]),
  maker("mlp", network(ssdml.mlp, [5]), (_, r) => [[4, 3], some(r, { seed: 2 })]),
  {
    ...maker("googLeNet", ssdml.googLeNet, (_, r) => [
      some(r, { weights: "nowhere.onnx", pooling: ssdml.rmac(), input: [32, 32, 3], seed: 2 }),
    ]),
    onlyWrong: true,
  },
  maker("multiScale", network(ssdml.multiScale, [6, 6, 1]), () => [
    ssdml.sequential([ssdml.convolution(2, 3), ssdml.rmac()], { input: [6, 6, 1], seed: 1, anySize: true }),
    [6, 4],
  ]),
  maker("identity", network(ssdml.identity, [5]), (_, r) => [some(r, { input: [5] })]),
  maker("layersNetwork", ssdml.layersNetwork, (_, r) => [
    layersModel(),
    some(r, { normalize: false, name: "mine" }),
  ]),
  maker("shift", augmented(ssdml.shift), () => [2]),
  maker("rotate", augmented(ssdml.rotate), () => [15]),
  maker("scale", augmented(ssdml.scale), () => [0.1]),
  maker("scale between", augmented(ssdml.scale), () => [0.7, 1.4]),
  maker("flip", augmented(ssdml.flip), () => []),
  maker("crop", augmented(ssdml.crop), () => [1]),
  maker("brightness", augmented(ssdml.brightness), () => [0.2]),
  maker("contrast", augmented(ssdml.contrast), () => [0.2]),
  maker("erase", augmented(ssdml.erase), () => [2]),
  maker("augment", ssdml.augment, () => [
    tf.ones([2, 4, 4, 1]),
    [ssdml.shift(1), ssdml.erase(1)],
    ssdml.random(1),
  ]),
  maker("affinityMiner", ssdml.affinityMiner, (_, r) => [some(r, { k: 4, gamma: 0.9, anchors: "modes" })]),
  maker("beliefMiner", ssdml.beliefMiner, (_, r) => [
    some(r, { k: 4, gamma: 0.9, leaveOut: 0.1, triplets: 20, sharpen: 2, warmStart: 0 }),
  ]),
  maker("grayscale", augmented(ssdml.grayscale), () => [0.5]),
  maker("hue", augmented(ssdml.hue), () => [20]),
  maker("saturation", augmented(ssdml.saturation), () => [0.4]),
  maker("resizedCrop", augmented(ssdml.resizedCrop), () => [0.2]),
  maker("quarterTurns", ssdml.quarterTurns, () => []),
  maker("viewLoss", ssdml.viewLoss, (_, r) => [some(r, { views: 3 })]),
  maker("instanceLoss", ssdml.instanceLoss, (_, r) => [
    some(r, { temperature: 0.2, noise: 5, momentum: 0.3, fullBelow: 10 }),
  ]),
  maker("everyExample", ssdml.everyExample, () => []),
  maker("exemplarMiner", ssdml.exemplarMiner, (_, r) => [some(r, { exemplars: 5 })]),
  maker("clusterMiner", ssdml.clusterMiner, (_, r) => [some(r, { clusters: 3, directions: 4 })]),
  maker("syntheticLoss", ssdml.syntheticLoss, (_, r) => [
    some(r, { alpha: 40, triplets: 10, regularization: 0.1 }),
  ]),
  maker("batchAngularLoss", ssdml.batchAngularLoss, (_, r) => [
    some(r, { alpha: 45, scale: 2, positiveAbove: 0.1, ownViews: 0.3, weighted: false }),
  ]),
  maker("angularLoss", ssdml.angularLoss, (_, r) => [some(r, { alpha: 45, reduction: "sum" })]),
  ...(["grassmannMetric", "stiefelMetric", "euclideanMetric"] as const).map((name) =>
    maker(
      name,
      (options: never) => ssdml[name](options).start(6, 1),
      (_, r) => [some(r, { dimension: 2, iterations: 3 })],
    ),
  ),
  maker("fullRankMetric", ssdml.fullRankMetric, (_, r) => [some(r, { iterations: 3 })]),
  maker("noMetric", ssdml.noMetric, () => []),
  maker("sgd", ssdml.sgd, (_, r) => [some(r, { learningRate: 0.1, momentum: 0.5, weightDecay: 0 })]),
  maker("adam", ssdml.adam, (_, r) => [
    some(r, { learningRate: 0.1, beta1: 0.5, beta2: 0.9, epsilon: 1e-6, weightDecay: 0.1 }),
  ]),
  maker("startOptimizer", ssdml.startOptimizer, ({ network: { parameters } }) => [ssdml.adam(), parameters]),
  {
    name: "startOptimizer.step",
    call: (gradients: never) => {
      const made = tinyNetwork();
      const optimizer = ssdml.startOptimizer(ssdml.adam(), made.parameters);
      try {
        optimizer.step(gradients);
      } finally {
        optimizer.dispose();
        made.dispose();
      }
    },
    args: ({ network: { parameters } }) => [
      Object.fromEntries(Object.entries(parameters).map(([name, { shape }]) => [name, tf.ones(shape)])),
    ],
  },
  maker(
    "constant",
    () => ssdml.constant()(progress),
    () => [],
  ),
  maker(
    "step",
    (options: never) => ssdml.step(options)(progress),
    (_, r) => [some(r, { factor: 0.5, every: 3 })],
  ),
  maker(
    "cosine",
    (options: never) => ssdml.cosine(options)(progress),
    (_, r) => [some(r, { to: 0.1 })],
  ),
  maker(
    "warmup",
    (epochs: never, then: never) => ssdml.warmup(epochs, then)(progress),
    () => [2, ssdml.cosine()],
  ),
  maker("evenSampler", ssdml.evenSampler, () => []),
  maker("uniformSampler", ssdml.uniformSampler, () => []),
  maker("classBalancedSampler", ssdml.classBalancedSampler, () => []),
  maker("defineMethod", ssdml.defineMethod, (_, r) => [
    {
      name: "Mine",
      ...some(r, {
        miner: ssdml.affinityMiner(),
        loss: ssdml.angularLoss(),
        optimizer: ssdml.adam(),
        augment: [ssdml.shift(1)],
        settings: { epochs: 2 },
      }),
    },
  ]),
];
