import type * as tf from "@tensorflow/tfjs-core";
import type { NamedArray } from "../io/files";
import type { PartRecord } from "../core";
import type { Random } from "../core/values";
import type { LossProblem } from "../losses";
import type { KnnGraph } from "../graph";
import type { MinerContext } from "../mining";
import type { Examples } from "../networks";
import type { TrainingEvent } from "./events";

/** What a partition is learned from: triplets or pairs, by position in the partition. */
export interface Constraints {
  readonly count: number;
}

/** A partition: its prepared examples and what is known of them. */
export interface Partition {
  examples: Examples;
  /** −1 for unlabeled. */
  labels: Int32Array;
  /** The hidden labels, for judging the triplets; never to learn from. */
  trueLabels?: Int32Array | undefined;
}

/** A mini-batch: embeddings of the examples that its constraints name, each once. */
export interface Batch<C extends Constraints> {
  embeddings: tf.Tensor2D;
  metric: tf.Tensor2D;
  /** By position in the batch. */
  constraints: C;
  /** The position in the partition of each example of the batch. */
  positions: Int32Array;
  /** Which view of its original each example of the batch is. */
  views: Int32Array;
  /** All constraints of the partition. */
  all: C;
  labels: Int32Array;
  /** What the loss learns and remembers; empty where it does not. */
  learned: Readonly<Record<string, tf.Tensor>>;
  memory: Readonly<Record<string, tf.Tensor>>;
  /** For what is drawn at random inside the batch. */
  seed: number;
}

/** What is learned and remembered besides the network and L. */
export interface LearningState<C extends Constraints> {
  /** The values for newly mined constraints and an L of a shape. The caller owns the tensors. */
  start(
    constraints: C,
    labels: Int32Array,
    metric: readonly [d: number, l: number],
    random: Random,
  ): { learned: Record<string, tf.Tensor>; memory: Record<string, tf.Tensor> };
  /** Whether what was learned on the partition before fits these constraints. */
  keeps(constraints: C): boolean;
  /** What the learning rate of the network is multiplied by. */
  readonly rate: number;
  /** New values for the memory after a mini-batch. */
  remember?(batch: Batch<C>): Record<string, tf.Tensor>;
}

/** What constraints in a checkpoint must fit: the examples of a partition, and the length d of an embedding. */
export interface ConstraintLimits {
  examples: number;
  dimension: number;
}

/**
 * How a network learns from one kind of constraint: how they are mined, chosen, saved and turned into gradients. There are two kinds:
 * triplets, from a miner and a loss, and the pairs of the classical methods.
 */
export interface Learning<C extends Constraints = Constraints> {
  /** The parts it is made of, for checkpoints and result rows. */
  readonly parts: Readonly<Record<string, PartRecord | PartRecord[]>>;
  /** Mines a partition; an error names the part and what is wrong. */
  mine(context: MinerContext): Promise<C>;
  /** The event about mined constraints; `graph` is the one that the miner used, if it was one. */
  minedEvent(constraints: C, partition: Partition, graph: KnnGraph | undefined): TrainingEvent;
  /** The positions of examples that constraints name, by role. */
  positions(constraints: C): Record<string, Int32Array>;
  /** For each constraint the known or believed class of its first point, else −1. */
  classes(constraints: C, labels: Int32Array): Int32Array;
  /** The constraints at a few positions. */
  select(constraints: C, chosen: Int32Array): C;
  /** The constraints by place in the batch: `places` says where their examples are; another view of each comes `otherView` places later. */
  placed(constraints: C, places: Record<string, Int32Array>, otherView: number): C;
  /** J(L) on a batch, for metrics that are learned on mini-batches. */
  problem?(batch: Batch<C>): LossProblem | Promise<LossProblem>;
  /** What the loss learns and remembers besides the network and L, if it does. */
  readonly state?: LearningState<C>;
  /** J and ∂J/∂z, [b, d], and the gradients by what the loss learns. The caller owns the tensors. */
  valueAndGradient(
    batch: Batch<C>,
  ): Promise<{ value: number; gradient: tf.Tensor2D; learned?: Record<string, tf.Tensor> }>;
  /** The constraints as arrays by name, for a checkpoint. */
  save(constraints: C): Record<string, NamedArray>;
  /** The constraints from a checkpoint; a `UserError` says what is wrong with them. */
  restore(arrays: Record<string, NamedArray>, limits: ConstraintLimits): C;
}
