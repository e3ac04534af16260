import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { tinyNetwork } from "../values";
import { matrix, numbers, pick, some } from "./choose";

const { tf } = ssdml;
const deep = {
  AGML: ssdml.AGML,
  AGML2: ssdml.AGML2,
  DeepLRML: ssdml.DeepLRML,
  DeepISDML: ssdml.DeepISDML,
  DeepSERAPH: ssdml.DeepSERAPH,
  DeepAPLLR: ssdml.DeepAPLLR,
  DeepAPIT: ssdml.DeepAPIT,
  Triplet: ssdml.Triplet,
  Angular: ssdml.Angular,
  Exemplar: ssdml.Exemplar,
  Rotation: ssdml.Rotation,
  NCE: ssdml.NCE,
  DeepCluster: ssdml.DeepCluster,
  Synthetic: ssdml.Synthetic,
};
const deepOptions = { epochs: 1, epochsPerPartition: 1, batchSize: 8, partitionSize: 10, k: 4 };
const agml2Options = {
  epochs: 2,
  warmStart: 1,
  tripletsPerPartition: 12,
  batchSize: 6,
  partitionSize: 10,
  k: 4,
};
/** Methods that have neither a graph nor the settings of SGD, with options of their own. */
const unsupervised: Record<string, object> = {
  Exemplar: { exemplars: 5 },
  Rotation: {},
  NCE: { temperature: 0.2 },
  DeepCluster: { clusters: 3 },
  Synthetic: { metricIterations: 1 },
};
const takesNoGraph = (name: string) => ["DeepSERAPH", "Triplet", "Angular"].includes(name);
const hasSgd = (name: string) =>
  !["AGML2", "Triplet", "Angular"].includes(name) && !Object.hasOwn(unsupervised, name);
const ownOptions = (name: string) =>
  Object.hasOwn(unsupervised, name)
    ? { epochs: 1, epochsPerPartition: 1, batchSize: 8, partitionSize: 10, ...unsupervised[name] }
    : name === "AGML2"
      ? agml2Options
      : takesNoGraph(name)
        ? { epochs: 1, epochsPerPartition: 1, batchSize: 8, partitionSize: 10 }
        : deepOptions;
const classical = {
  LRML: ssdml.LRML,
  ISDML: ssdml.ISDML,
  SERAPH: ssdml.SERAPH,
  APLLR: ssdml.APLLR,
  APIT: ssdml.APIT,
};
const needsGraph = (name: string) => (name === "SERAPH" ? {} : { k: 3 });

/** Learners, their methods, networks and the optimizer. */
export const learningRecipes: Recipe[] = [
  {
    name: "loadModel",
    isAsync: true,
    call: ssdml.loadModel,
    args: (_, r) => [pick(r, ["model.safetensors", "lrml.safetensors"]), tinyNetwork].slice(0, 2),
  },
  ...Object.entries(deep).flatMap(([name, Learner]): Recipe[] => [
    {
      name,
      call: (options: never) => new Learner(options),
      args: (_, r) => [
        {
          ...ownOptions(name),
          ...some(r, {
            network: tinyNetwork,
            seed: 2,
            preprocessing: "mean",
            learningRate: 1e-3,
            ...(name === "AGML2" && { leaveOut: 0.1, ownViews: 0.2 }),
            ...(hasSgd(name) && { momentum: 0.5, weightDecay: 0 }),
            patience: 3,
            pretrainingEpochs: Object.hasOwn(unsupervised, name) ? 0 : 1,
          }),
        },
      ],
    },
    {
      name: `${name}.fit`,
      isAsync: true,
      call: async (options: never, ...args: [never, never, never]) => {
        const model = new Learner(options);
        try {
          await model.fit(...args);
        } finally {
          model.dispose();
        }
      },
      args: ({ images, labels, labeled, classes }, r) => [
        { ...ownOptions(name), network: tinyNetwork },
        images,
        numbers(r, labels),
        some(r, {
          validation: labeled,
          trueLabels: classes,
          signal: new AbortController().signal,
          onEvent: () => undefined,
        }),
      ],
    },
  ]),
  {
    name: "suggestLabels",
    isAsync: true,
    call: ssdml.suggestLabels,
    args: ({ model, images, labels }, r) => [
      model,
      images,
      { count: 2, k: 3, ...some(r, { labels, gamma: 0.9, candidates: 20, seed: 2 }) },
    ],
  },
  {
    name: "AGML.steps",
    isAsync: true,
    call: async function* (options: never, ...args: [never, never, never]) {
      const model = new ssdml.AGML(options);
      try {
        yield* model.steps(...args);
      } finally {
        model.dispose();
      }
    },
    onlyWrong: true,
    args: ({ images, labels }) => [
      { ...deepOptions, network: tinyNetwork, epochs: 0 },
      images,
      labels,
      { validation: undefined },
    ],
  },
  {
    name: "AGML.transform",
    fixed: 1,
    call: (model: ssdml.AGML, images: never) => model.transform(images),
    args: ({ model, images }) => [model, images],
  },
  {
    name: "AGML.save",
    fixed: 1,
    isAsync: true,
    call: (model: ssdml.AGML, file: never) => model.save(file),
    args: ({ model }, r) => [model, pick(r, ["again.safetensors", "again.onnx"])],
  },
  {
    name: "AGML.load",
    isAsync: true,
    call: (file: never, make: never) => ssdml.AGML.load(file, make),
    args: () => ["model.safetensors", tinyNetwork],
  },
  ...Object.entries(classical).flatMap(([name, Learner]): Recipe[] => [
    {
      name,
      call: (options: never) => new Learner(options),
      args: (_, r) => [{ ...needsGraph(name), ...some(r, { seed: 2, maxPairs: 50 }) }],
    },
    {
      name: `${name}.fit`,
      isAsync: true,
      call: async (options: never, ...args: [never, never, never]) => new Learner(options).fit(...args),
      args: ({ points, labels }, r) => [
        needsGraph(name),
        matrix(r, points),
        numbers(r, labels),
        some(r, { signal: new AbortController().signal, onEvent: () => undefined }),
      ],
    },
    {
      name: `${name}.steps`,
      isAsync: true,
      call: async function* (options: never, ...args: [never, never, never]) {
        yield* new Learner(options).steps(...args);
      },
      args: ({ points, labels }, r) => [
        needsGraph(name),
        matrix(r, points),
        numbers(r, labels),
        some(r, { signal: new AbortController().signal }),
      ],
    },
  ]),
  {
    name: "LRML.transform",
    fixed: 1,
    call: (model: ssdml.LRML, x: never) => model.transform(x),
    args: ({ classical, points }, r) => [classical, matrix(r, points)],
  },
  {
    name: "LRML.save",
    fixed: 1,
    isAsync: true,
    call: (model: ssdml.LRML, file: never) => model.save(file),
    args: ({ classical }) => [classical, "again.safetensors"],
  },
  {
    name: "LRML.load",
    isAsync: true,
    call: (file: never) => ssdml.LRML.load(file),
    args: () => ["lrml.safetensors"],
  },
  {
    name: "itml",
    call: ssdml.itml,
    args: ({ points, labels }, r) => [
      matrix(r, points),
      numbers(r, labels),
      some(r, {
        slack: 0.5,
        upperPercentile: 10,
        lowerPercentile: 90,
        maxIterations: 9,
        tolerance: 0.1,
        maxPairs: 40,
        seed: 2,
      }),
    ],
  },
  {
    name: "itml pairs",
    call: ssdml.itml,
    args: ({ points }, r) => [
      matrix(r, points),
      {
        similar: [
          [0, 2],
          [1, 3],
        ],
        dissimilar: [[0, 1]],
      },
      {},
    ],
  },
  {
    name: "kissme",
    call: ssdml.kissme,
    args: ({ points, labels }, r) => [
      matrix(r, points),
      numbers(r, labels),
      some(r, { ridge: 0.5, maxPairs: 40, seed: 2 }),
    ],
  },
  {
    name: "lpp",
    call: ssdml.lpp,
    args: ({ points }, r) => [
      matrix(r, points),
      some(r, { dimensions: 1, k: 3, weights: "heat", ridge: 0.1 }),
    ],
  },
  { name: "agmlLearningRate", call: ssdml.agmlLearningRate, args: () => ["mnist"] },
  { name: "paperSettings", call: ssdml.paperSettings, args: () => ["cifar10", "AGML"] },
  { name: "summarizeResults", call: ssdml.summarizeResults, args: ({ rows }) => [rows] },
  {
    name: "runExperiment",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.runExperiment,
    args: ({ dataset }) => [
      {
        dataset,
        method: "AGML",
        labeledPerClass: 2,
        validation: 0.2,
        options: { ...deepOptions, network: tinyNetwork },
        folder: "run",
      },
    ],
  },
  { name: "mnistNetwork", call: ssdml.mnistNetwork, args: (_, r) => [some(r, { seed: 2 })] },
  { name: "cifarNetwork", call: ssdml.cifarNetwork, args: (_, r) => [some(r, { seed: 2 })] },
  {
    name: "network.forward",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never) => tf.tidy(() => network.forward(x)),
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "network.trace",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never) => network.trace(x),
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "network.trace.gradients",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never, dz: never) => {
      const trace = network.trace(x);
      try {
        return trace.gradients(dz);
      } finally {
        trace.dispose();
      }
    },
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1]), tf.ones([2, 4])],
  },
  {
    name: "embed",
    call: ssdml.embed,
    args: ({ network, images }, r) => [
      network,
      images,
      some(r, { batchSize: 5, preprocessing: ssdml.asTheyAre() }),
    ],
  },
  { name: "imageTensor", call: ssdml.imageTensor, args: ({ images }) => [images, 1, 3] },
  { name: "asTheyAre", call: ssdml.asTheyAre, args: () => [] },
  {
    name: "asTheyAre.apply",
    call: (x: never) => ssdml.asTheyAre().apply(x),
    args: () => [tf.ones([2, 4, 4, 1])],
  },
  { name: "subtractMean", call: ssdml.subtractMean, args: ({ images }) => [images] },
  {
    name: "subtractMean.apply",
    call: (images: never, x: never) => {
      const preprocessing = ssdml.subtractMean(images);
      try {
        return preprocessing.apply(x);
      } finally {
        preprocessing.dispose();
      }
    },
    args: ({ images }) => [images, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "halfWhiten",
    call: ssdml.halfWhiten,
    args: ({ points }) => [points],
  },
  {
    name: "whiten",
    isAsync: true,
    call: ssdml.whiten,
    args: ({ images }, r) => [images, some(r, { signal: new AbortController().signal })],
  },
  {
    name: "saveNetwork",
    isAsync: true,
    call: ssdml.saveNetwork,
    args: ({ network }) => [network, "network.safetensors"],
  },
  {
    name: "loadNetwork",
    isAsync: true,
    call: ssdml.loadNetwork,
    args: () => ["network.safetensors", tinyNetwork],
  },
];
