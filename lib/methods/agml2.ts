import { erase, flip, rotate, scale, shift, type Augmentation } from "../augment";
import {
  about,
  atLeast,
  between,
  finiteNumber,
  flag,
  notNegative,
  oneOf,
  readOptions,
  settingsSchema,
} from "../core/options";
import { batchAngularLoss, metricDefaults } from "../losses";
import { beliefMiner, beliefMinerDefaults } from "../mining";
import {
  adam,
  adamDefaults,
  assembleParts,
  commonDefaults,
  cosine,
  grassmannMetric,
  isColor,
  learnerClass,
  needsPretraining,
  noPretraining,
  partNames,
  trainingRanges,
  type DefaultsContext,
  type SgdSettings,
  type TrainingOptions,
  type TrainingSettings,
} from "../train";

/** The settings of AGML2. They were chosen on held-out training images (docs/agml2.md). */
export interface Agml2Options extends Omit<TrainingOptions, keyof SgdSettings> {
  /** Neighbors per point. Default 10. */
  k?: number;
  /** γ of the propagation. Default 0.95 for color pictures, whose beliefs are often wrong: shorter walks; else 0.99. */
  gamma?: number | undefined;
  /** α of the loss, in degrees. Default 40. */
  alpha?: number;
  /** Triplets mined per partition, at most four per point; `batchSize` of them, with all views of their images, make a mini-batch. Default 4,000. */
  tripletsPerPartition?: number;
  /** The share of the unlabeled points that is left out, the least confident. Default 0.2 for color pictures, else 0.05. */
  leaveOut?: number | undefined;
  /** The first epochs, which learn from labeled points alone. Default 2, or 0 after pretraining. */
  warmStart?: number | undefined;
  /** The share of an anchor's own views in its positives. Default 0.75. */
  ownViews?: number;
  /** Whether positive pairs are weighted by the confidences of both ends. It helps where beliefs are often wrong. Default: for color pictures. */
  weighted?: boolean | undefined;
  /** Whether half of the pictures are mirrored, left to right. Default: color ones are. */
  mirror?: boolean | undefined;
  /** How far pictures are turned, in degrees. Default 8 for color pictures, else 15. */
  rotation?: number | undefined;
  /** l, the columns of L. Default half of the network's d. */
  metricDimension?: number | undefined;
  /** Iterations of conjugate gradients on L, on one of ten mini-batches. Default 2. */
  metricIterations?: number;
  /** How L starts: "random" (default), or "leading", the first axes, which after "half-whitening" are the principal directions. */
  metricStart?: "random" | "leading";
}

export const agml2Defaults = Object.freeze({
  ...commonDefaults,
  ...metricDefaults,
  partitionSize: 20_000,
  epochsPerPartition: 1,
  epochs: 20,
  batchSize: 50,
  views: 2,
  k: beliefMinerDefaults.k,
  gamma: undefined,
  tripletsPerPartition: beliefMinerDefaults.triplets,
  leaveOut: undefined,
  warmStart: undefined,
  ownViews: 0.75,
  weighted: undefined,
  mirror: undefined,
  rotation: undefined,
  metricDimension: undefined,
  metricIterations: 2,
  metricStart: "random",
} as const);

/** All settings with their values. */
export type Agml2Settings = TrainingSettings &
  Required<Omit<Agml2Options, keyof TrainingOptions | Undecided>> &
  Pick<Agml2Options, Undecided>;

/** What is decided once the shape of the examples is known. */
type Undecided = "metricDimension" | "mirror" | "rotation" | "weighted" | "gamma" | "leaveOut" | "warmStart";

/** Chosen on held-out images of CIFAR-10 (docs/agml2.md): shorter walks and more points left out where many beliefs are wrong. */
const colorBeliefs = { gamma: 0.95, leaveOut: 0.2 };

/** The same for color pictures that a random network cannot tell apart yet: softmax pretraining replaces the warm start. */
export const agml2ColorDefaults = Object.freeze({
  pretrainingEpochs: 60,
  warmStart: 0,
  ...colorBeliefs,
} satisfies Agml2Options);

const defaultsFor = (context: DefaultsContext) => {
  const { gamma, leaveOut, warmStart } = beliefMinerDefaults;
  return {
    ...noPretraining,
    ...{ gamma, leaveOut, warmStart },
    ...(isColor(context.example) && colorBeliefs),
    ...(needsPretraining(context) && agml2ColorDefaults),
  };
};

/** L changes slowly: it is learned on one of ten mini-batches. */
const metricEvery = 10;

/** What each option means, its valid values and its default; `ssdml train --help` prints them. */
export const agml2Schema = settingsSchema<Agml2Settings>(agml2Defaults, {
  ...trainingRanges,
  pretrainingEpochs: about(
    "epochs of softmax pretraining on the labeled images; by default 60 for color pictures, else 0",
    atLeast(0),
  ),
  batchSize: about("triplets of a mini-batch", atLeast(1)),
  learningRate: about(`learning rate of Adam; by default ${adamDefaults.learningRate}`, notNegative),
  k: about("neighbors per point in the graph", atLeast(1)),
  gamma: about(
    "weight γ of the walk against the labels in the propagation; by default 0.99, for color pictures 0.95",
    between(0, 1),
  ),
  alpha: about("angle α of the loss, in degrees", between(0, 90)),
  tripletsPerPartition: about("triplets mined per partition, at most four per point", atLeast(1)),
  leaveOut: about(
    "share of the unlabeled points that is left out, the least confident; by default 0.05, of color pictures 0.2",
    finiteNumber({ min: 0, below: 1 }),
  ),
  warmStart: about(
    "first epochs, which learn from labeled points alone; by default 2, or 0 after pretraining",
    atLeast(0),
  ),
  ownViews: about("share of an anchor's own views in its positives", finiteNumber({ min: 0, below: 1 })),
  weighted: about(
    "whether positive pairs are weighted by the confidences of both ends; by default for color pictures",
    flag(),
  ),
  mirror: about("whether half of the pictures are mirrored; by default color ones are", flag()),
  rotation: about("how far pictures are turned, in degrees; by default 15, color ones 8", notNegative),
  metricDimension: about("columns of L; by default half as many as the network's outputs", atLeast(1)),
  metricIterations: about(
    `iterations of conjugate gradients on L, on one of ${metricEvery} mini-batches`,
    atLeast(0),
  ),
  metricStart: about(
    "how L starts; leading are the first axes, after half-whitening the principal directions",
    oneOf(["random", "leading"]),
  ),
});

/**
 * AGML with each weak step replaced: the same graph, propagation, triplets, angular loss and L on Gr(d, l), but affinities that know the labels
 * on both sides of a pair, triplets by their sign and confidence, all negatives of a mini-batch at once, augmented views, a warm start on the
 * labeled examples, Adam with a cosine schedule, and He's initialization. docs/agml2.md has the formulas.
 *
 * @example
 * const model = new AGML2({ seed: 1, epochs: 2, partitionSize: 200, tripletsPerPartition: 100 });
 * for await (const event of model.steps(images, fewLabels)) console.log(event.kind);
 * const embeddings = model.transform(images);
 * embeddings.shape; // → [200, 64]
 */
export class AGML2 extends learnerClass<Agml2Options, Agml2Settings>({
  name: "AGML2",
  replaceable: partNames,
  optionsOfParts: {
    augment: ["mirror", "rotation"],
    miner: ["k", "gamma", "tripletsPerPartition", "leaveOut", "warmStart"],
    loss: ["alpha", "ownViews", "weighted"],
    metric: ["metricDimension", "metricIterations", "metricStart"],
  },
  networkOptions: { initialization: "he" },
  readOptions: (options) => readOptions("AGML2", options as unknown, agml2Schema) as unknown as Agml2Settings,
  defaultsFor,
  assemble(settings, given, example) {
    const { k, gamma, tripletsPerPartition: triplets, leaveOut, warmStart, alpha, ownViews } = settings;
    const { weighted = isColor(example) } = settings;
    const {
      augment = augmentationFor(settings, example),
      miner = beliefMiner({ k, gamma, triplets, leaveOut, warmStart }),
      loss = batchAngularLoss({ alpha, ownViews, weighted }),
      metric = grassmannMetric({
        dimension: settings.metricDimension,
        iterations: settings.metricIterations,
        every: metricEvery,
        start: settings.metricStart,
      }),
      optimizer = adam(),
      schedule = cosine(),
    } = given;
    return assembleParts(
      settings,
      { ...given, augment, miner, loss, metric, optimizer, schedule },
      () => adamDefaults.learningRate,
    );
  },
}) {}

/**
 * What leaves the class of most pictures alone: small shifts, turns and changes of size; for color pictures also mirroring and an erased
 * square. Feature vectors stay as they are.
 */
function augmentationFor(
  { mirror, rotation }: Pick<Agml2Settings, "mirror" | "rotation">,
  example: readonly number[] | undefined,
): readonly Augmentation[] {
  if (example?.length !== 3) return [];
  const [height, width] = example;
  const color = isColor(example);
  return [
    shift(0.08 * Math.max(height, width)),
    rotate(rotation ?? (color ? 8 : 15)),
    scale(0.12),
    ...((mirror ?? color) ? [flip()] : []),
    ...(color ? [erase(Math.max(1, Math.round(width / 4)))] : []),
  ];
}
