import { paperSettings } from "./paperSettings";
import { type AgmlOptions, type LrmlOptions } from "../methods";

/** Options of all the methods of a table that a scale may set. */
export type CellOptions = AgmlOptions & Pick<LrmlOptions, "maxPairs">;

/** How much of a data set is used, and for how long it is learned from. */
export interface ScaleSettings {
  /** Images that are taken from each part, evenly spread over it; Infinity for all. */
  images: { train: number; test: number };
  labeledPerClass: number;
  options: CellOptions;
}

interface Scale {
  /** What it is for, in half a sentence. */
  purpose: string;
  images: { train: number; test: number };
  /** Where it is not the paper's. */
  labeledPerClass?: number;
  options: CellOptions;
  datasets?: Record<string, Changes>;
}

/** What differs for a data set, and there for a method. */
interface Changes {
  options: CellOptions;
  methods?: Record<string, CellOptions>;
}

const all = { train: Infinity, test: Infinity };

/** The schedules that a table can be reproduced with. What they leave out is the paper's. */
export const scales = Object.freeze({
  /** Seconds a cell. */
  smoke: {
    purpose: "a trial of seconds a cell, to see that everything works; its numbers mean nothing",
    images: { train: 400, test: 100 },
    labeledPerClass: 5,
    options: { partitionSize: 40, epochs: 2, epochsPerPartition: 1 },
    datasets: { cifar10: { options: { pretrainingEpochs: 1 } } },
  },
  /** Processor time a cell: about 50 s for digits and clothes, 200 s for CIFAR-10, of which whitening takes a large part. */
  quick: {
    purpose: "a minute or two a cell, with fewer images and a far shorter schedule than the paper's",
    // 15 % of 8,000 leave 1,200 images to choose the epoch on. All test images: Recall@K depends on how many there are.
    images: { train: 8000, test: Infinity },
    // Two partitions of one epoch each, as the committed runs of AGML have: longer training does not help on held-out images.
    options: { partitionSize: 1000, epochs: 2, epochsPerPartition: 1 },
    // 1,000 labeled images are in every partition, and the network is the slower one; pretraining is what helps most.
    datasets: {
      cifar10: {
        options: { partitionSize: 500, epochs: 1, epochsPerPartition: 1, pretrainingEpochs: 10 },
        // 1,000 labeled images make 499,500 pairs: with 4,000 of each kind, as SERAPH takes, there are about as many mini-batches as AGML has.
        methods: { "Deep-LRML": { maxPairs: 4000 }, "Deep-ISDML": { maxPairs: 4000 } },
      },
    },
  },
  /** The paper's schedule (appendix, "Implementation details"): hours a cell. */
  paper: {
    purpose: "the paper's schedule, hours a cell",
    images: all,
    options: { partitionSize: 9000, epochs: 50, epochsPerPartition: 10 },
  },
} as const satisfies Record<string, Scale>);

export type ScaleName = keyof typeof scales;

/** A scale's settings for a data set and a method: the paper's where the scale has none of its own. */
export function scaleSettings(name: ScaleName, dataset: string, method: string): ScaleSettings {
  const scale: Scale = scales[name];
  const own = scale.datasets?.[dataset];
  const paper = paperSettings(dataset);
  return {
    images: scale.images,
    labeledPerClass: scale.labeledPerClass ?? paper.labeledPerClass,
    options: { ...paper.options, ...scale.options, ...own?.options, ...own?.methods?.[method] },
  };
}
