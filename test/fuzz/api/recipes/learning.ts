import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { tinyNetwork } from "../values";
import { numbers, pick, some } from "./choose";

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

/** Learners, their methods, and experiments. */
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
];
