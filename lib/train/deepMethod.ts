import type { Images } from "../datasets/images/images";
import type { Network } from "../networks/network";
import type { TrainingEvent } from "./events";
import type { DeepModel } from "./model";
import type { ConstraintLimits, SavedArrays } from "./savedConstraints";
import type { TrainingSettings } from "./trainingOptions";
import type { Sgd } from "./sgd";

/** What a partition is learned from: triplets or pairs of positions in the partition. All other properties are typed arrays. */
export interface Constraints {
  count: number;
}

/** What is learned, θ and L, and the optimiser of θ. */
export interface Learner {
  model: Pick<DeepModel, "network" | "metric">;
  optimizer: Sgd;
}

/** A partition: its prepared images and what is known of them. */
export interface Partition {
  images: Images;
  /** −1 for unlabeled. */
  labels: Int32Array;
  /** The hidden labels, to judge by; never to learn from. */
  trueLabels?: Int32Array | undefined;
}

/** What came of a mini-batch. */
export interface BatchOutcome {
  /** NaN where the embeddings had collapsed or were not finite: then nothing was learned. */
  loss: number;
  /** 1 − ‖mean of z‖², which is the mean of ‖z − mean of z‖²; NaN where an embedding is not finite. */
  spread: number;
  /** J(L) before and after the conjugate gradients, and their iterations, where L is learned on mini-batches. */
  metricCost?: [before: number, after: number];
  metricIterations?: number;
}

/**
 * A deep semi-supervised method by the paper's stochastic recipe (§1, "Our stochastic approach"): on random partitions of the data
 * constraints are prepared; then, epoch after epoch, mini-batches of them teach the metric L and the network θ in turn. The trainer does
 * the rest: partitions, validation, checkpoints, stops.
 */
export interface DeepMethod<Options, Settings extends TrainingSettings, C extends Constraints> {
  name: string;
  /** Fills in the defaults and refuses what cannot be meant. */
  readOptions(options: Options): Settings;
  /** SGD's learning rate where none is given. */
  learningRate(network: string): number;
  /** L as training starts, row by row. */
  startMetric(d: number, settings: Settings): { data: Float64Array; shape: [d: number, l: number] };
  /** Once a partition, with the network as it is. */
  prepare(
    network: Network,
    partition: Partition,
    settings: Settings,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TrainingEvent, C>;
  /** The constraints in a checkpoint; a `UserError` says what is wrong with them. */
  restoreConstraints(arrays: SavedArrays, limits: ConstraintLimits): C;
  /** Before every epoch, for metrics that are learned on whole partitions. */
  learnMetric?(
    learner: Learner,
    images: Images,
    constraints: C,
    settings: Settings,
    signal: AbortSignal | undefined,
  ): Promise<void>;
  /** One mini-batch: the constraints at `chosen`. */
  trainBatch(
    learner: Learner,
    images: Images,
    constraints: C,
    chosen: Int32Array,
    settings: Settings,
  ): Promise<BatchOutcome>;
}
