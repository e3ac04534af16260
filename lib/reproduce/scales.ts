import {
  deepMethods,
  type Agml2Options,
  type AgmlOptions,
  type DeepClusterOptions,
  type DeepMethodName,
  type LrmlOptions,
} from "../methods";
import { embeddingSize, featureOptions, isFineGrained, type FineGrainedName } from "./fineGrained";
import { paperSettings } from "./paperSettings";

/** Options of the methods of a table that a scale may set. */
export type CellOptions = AgmlOptions &
  Agml2Options &
  Pick<LrmlOptions, "maxPairs"> &
  Pick<DeepClusterOptions, "clusters">;

/** How much of a data set to use, and how long to train. */
export interface ScaleSettings {
  /** Number of images of each part, evenly spaced; Infinity for all. */
  images: { train: number; test: number };
  labeledPerClass: number;
  /** How many of the principal directions of features the network sees; all without it. */
  leading?: number;
  options: CellOptions;
}

interface Scale {
  /** What it is for, as part of a sentence. */
  purpose: string;
  images: { train: number; test: number };
  /** If it differs from the paper. */
  labeledPerClass?: number;
  options: CellOptions;
  datasets?: Record<string, Changes>;
  /** For methods with a schedule of their own, in place of `options` and of those of the data sets. */
  schedules?: Record<string, CellOptions>;
}

/** What differs for a data set and for its methods. */
interface Changes {
  options: CellOptions;
  methods?: Record<string, CellOptions>;
}

const all = { train: Infinity, test: Infinity };

/** The schedules for reproducing a table. Everything they leave out is as in the paper. */
export const scales = Object.freeze({
  /** Seconds per cell. */
  smoke: {
    purpose: "a trial of a few seconds per cell, to see that everything works; its numbers mean nothing",
    images: { train: 400, test: 100 },
    labeledPerClass: 5,
    options: { partitionSize: 40, epochs: 2, epochsPerPartition: 1 },
    datasets: { cifar10: { options: { pretrainingEpochs: 1 } } },
    schedules: {
      AGML2: {
        partitionSize: 40,
        epochs: 2,
        warmStart: 1,
        tripletsPerPartition: 40,
        batchSize: 20,
        pretrainingEpochs: 0,
      },
      Triplet: { epochs: 1, pretrainingEpochs: 0 },
      Angular: { epochs: 1, pretrainingEpochs: 0 },
    },
  },
  /** Processor time per cell: about 50 s for digits and clothes, 200 s for CIFAR-10, much of it for whitening. */
  quick: {
    purpose: "a minute or two per cell, with fewer images and a much shorter schedule than the paper's",
    // 15 % of 8,000 leaves 1,200 images to choose the epoch on. Uses all test images, because Recall@K depends on their number.
    images: { train: 8000, test: Infinity },
    // Two partitions of one epoch each, as in the committed runs of AGML: longer training does not help on held-out images.
    options: { partitionSize: 1000, epochs: 2, epochsPerPartition: 1 },
    // Every partition has 1,000 labeled images and the network is slower. Pretraining helps most.
    datasets: {
      cifar10: {
        options: { partitionSize: 500, epochs: 1, epochsPerPartition: 1, pretrainingEpochs: 10 },
        // 1,000 labeled images make 499,500 pairs. With 4,000 of each kind, as in SERAPH, there are about as many mini-batches as in AGML.
        methods: { "Deep-LRML": { maxPairs: 4000 }, "Deep-ISDML": { maxPairs: 4000 } },
      },
    },
    // All 6,700 unlabeled images are one partition, mined anew for every epoch.
    schedules: {
      AGML2: { partitionSize: 7000, epochs: 6, tripletsPerPartition: 2500 },
      Triplet: { epochs: 10 },
      Angular: { epochs: 10 },
    },
  },
  /** The paper's schedule (appendix, "Implementation details"): hours per cell. */
  paper: {
    purpose: "the paper's schedule, hours per cell",
    images: all,
    options: { partitionSize: 9000, epochs: 50, epochsPerPartition: 10 },
    schedules: { AGML2: {}, Triplet: {}, Angular: {} },
  },
} as const satisfies Record<string, Scale>);

export type ScaleName = keyof typeof scales;

/** The settings of a scale for a data set and a method: the paper's unless the scale has its own. */
export function scaleSettings(name: ScaleName, dataset: string, method: string): ScaleSettings {
  if (isFineGrained(dataset)) return fineGrainedSettings(name, dataset, method);
  const scale: Scale = scales[name];
  const own = scale.datasets?.[dataset];
  const schedule =
    scale.schedules && Object.hasOwn(scale.schedules, method) ? scale.schedules[method] : undefined;
  const paper = schedule ? paperSettings(dataset, method as DeepMethodName) : paperSettings(dataset);
  return {
    images: scale.images,
    labeledPerClass: scale.labeledPerClass ?? paper.labeledPerClass,
    options: schedule
      ? { ...paper.options, ...schedule }
      : { ...paper.options, ...scale.options, ...own?.options, ...own?.methods?.[method] },
  };
}

/** Features are cheap: all scales use all of them, except that the smoke scale has fewer, for one epoch. */
function fineGrainedSettings(name: ScaleName, dataset: FineGrainedName, method: string): ScaleSettings {
  const known = Object.hasOwn(deepMethods, method) ? (method as DeepMethodName) : "AGML2";
  const { labeledPerClass, options } = paperSettings(dataset, known);
  const own = featureOptions(method);
  const schedule = {
    smoke: { epochs: 1 },
    quick: {},
    paper: options.epochs === undefined ? {} : { epochs: options.epochs },
  }[name];
  return {
    images: name === "smoke" ? { train: 1500, test: 300 } : all,
    labeledPerClass,
    ...(method.startsWith("Deep-") && { leading: embeddingSize }),
    options: { ...options, ...own, ...schedule },
  };
}
