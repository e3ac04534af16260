import * as tf from "@tensorflow/tfjs-core";
import { float32 } from "../algebra";
import { check, type Part } from "../core";
import { describeValue, functionValue, isTensor } from "../core/options";
import type { Matrix, Random } from "../core/values";
import type { Objective } from "../manifold";
import type { Miner, Triplets } from "../mining";

/** A mini-batch, as a loss sees it: b examples, each once. */
export interface LossBatch {
  /** z, [b, d] */
  readonly embeddings: tf.Tensor2D;
  /** L, [d, l] */
  readonly metric: tf.Tensor2D;
  /** zL, [b, l]; computed when read. */
  readonly projected: tf.Tensor2D;
  /** The class of each example, −1 where it is unknown. */
  readonly labels: Int32Array;
  /** Triplets by position in the batch, with their weights where the miner gave any. */
  readonly triplets: Triplets;
  /**
   * What is known or believed of every pair, [b, b], in [−1, 1]: 1 for the same class, −1 for different ones, 0 for unknown. Labels decide where
   * both are known; else the miner's beliefs F, as 2Fᵢ·Fⱼ − 1; else 0, and 1 for an example with itself.
   */
  readonly relations: Matrix<Float32Array>;
  /** How sure the class of each example is, [b], in [0, 1]: 1 for labeled ones, and where the miner says nothing. */
  readonly confidence: Float32Array;
  /** For each example of the batch the position of its original in the partition: views of the same one share it. */
  readonly positions: Int32Array;
  /** For each example of the batch which view of its original it is, from 0. */
  readonly views: Int32Array;
  /** For what a loss draws at random: `random(batch.seed)`. Every evaluation on the same mini-batch then draws the same. */
  readonly seed: number;
  /** The number of classes: one more than the largest label of the partition, whose classes are those of the labels or of the miner. */
  readonly classCount: number;
  /** What the loss learns besides the network, as `learned` makes it; empty for most losses. */
  readonly learned: Readonly<Record<string, tf.Tensor>>;
  /** What the loss remembers of earlier mini-batches, as `memory` makes it; empty for most losses. */
  readonly memory: Readonly<Record<string, tf.Tensor>>;
}

/** What the state of a loss is made for. */
export interface LossShape {
  /** The number of classes. */
  classes: number;
  /** The number of points of the partition. */
  points: number;
  /** d, the length of a row of z. */
  embedding: number;
  /** l, the length of a row of zL. */
  dimension: number;
}

/** What a mini-batch costs: a differentiable scalar. A bare function of yours will do, and can be learned on every manifold. */
export type Loss = ((batch: LossBatch) => tf.Scalar) &
  Partial<Pick<Part, "settings">> & {
    /** J(L) for fixed embeddings with a gradient in closed form. Default: automatic differentiation of the loss. */
    readonly metricProblem?: (batch: LossBatch) => LossProblem;
    /**
     * The initial values of what is learned besides the network, such as a proxy for each class. It is dropped after training. Where the miner
     * makes the classes, it is made anew for every partition.
     */
    readonly learned?: (shape: LossShape, random: Random) => Record<string, tf.Tensor>;
    /** What the learning rate of the network is multiplied by for it. Default 1. */
    readonly learnedRate?: number;
    /** The initial values of what the loss remembers of mini-batches, such as an embedding of every point; made anew for every partition. */
    readonly memory?: (shape: LossShape, random: Random) => Record<string, tf.Tensor>;
    /** What it remembers after a mini-batch: new values for `batch.memory`. */
    readonly remember?: (batch: LossBatch) => Record<string, tf.Tensor>;
    /**
     * Mines every mini-batch anew, among its examples and with their embeddings as they are; the loss finds these triplets in `batch.triplets`, in
     * place of those of the partition. There may be none.
     */
    readonly miner?: Miner | undefined;
  };

/** What conjugate gradients minimise over L. */
export interface LossProblem {
  readonly objective: Objective<tf.Tensor2D>;
  cost(point: tf.Tensor2D): unknown;
  gradient(point: tf.Tensor2D): unknown;
  dispose(): void;
}

export const lossValue = functionValue<Loss>("a loss such as angularLoss({ alpha: 40 })");

/** One more than the largest label. */
export const countClasses = (labels: Int32Array): number => labels.reduce((a, b) => Math.max(a, b), -1) + 1;

/** The value of a loss, which must be a scalar. */
export function evaluateLoss(loss: Loss, batch: LossBatch): tf.Scalar {
  const name = loss.name || "the function";
  const value: unknown = loss(batch);
  check(isTensor(value), () => `loss: ${name} must return a tf.Scalar, got ${describeValue(value)}.`);
  check(
    value.size === 1,
    () =>
      `loss: ${name} must return a scalar, got a tensor of shape [${value.shape.join(", ")}]. Take tf.mean or tf.sum of it.`,
  );
  return tf.reshape(value, []);
}

/** A batch with other embeddings or another metric; what depends on them is computed when read. */
export function batchWith(
  batch: Omit<LossBatch, "projected">,
  changed: Partial<Pick<LossBatch, "embeddings" | "metric" | "learned" | "triplets">> = {},
): LossBatch {
  const { embeddings = batch.embeddings, metric = batch.metric, learned = batch.learned } = changed;
  return {
    embeddings,
    metric,
    labels: batch.labels,
    get triplets() {
      return changed.triplets ?? batch.triplets;
    },
    confidence: batch.confidence,
    positions: batch.positions,
    views: batch.views,
    seed: batch.seed,
    classCount: batch.classCount,
    learned,
    memory: batch.memory,
    get relations() {
      return batch.relations;
    },
    get projected() {
      return tf.matMul<tf.Tensor2D>(embeddings, metric);
    },
  };
}

/** The gradient by z or L, or undefined where the loss does not depend on it. */
export function gradientBy<X extends tf.Tensor>(x: X, cost: (x: X) => tf.Scalar): X | undefined {
  try {
    return tf.grad((point: tf.Tensor) => cost(point as X))(x) as X;
  } catch (error) {
    if (isIndependence(error)) return undefined;
    throw error;
  }
}

/** Whether TensorFlow.js says that a value does not depend on what it is to be differentiated by. */
export const isIndependence = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Cannot compute gradient");

/** J(L) of any loss, for fixed embeddings: the gradient comes from automatic differentiation, and is 0 where the loss does not depend on L. */
export function differentiatedProblem(loss: Loss, batch: LossBatch): LossProblem {
  const valueAt = (metric: tf.Tensor2D) => evaluateLoss(loss, batchWith(batch, { metric }));
  const cost = (point: tf.Tensor2D) => tf.tidy(() => valueAt(point));
  const gradient = (point: tf.Tensor2D) => tf.tidy(() => gradientBy(point, valueAt) ?? tf.zerosLike(point));
  return {
    cost,
    gradient,
    objective: {
      algebra: float32,
      rows: batch.metric.shape[0],
      measure: cost,
      cost: (measured) => measured[0],
      gradient,
    },
    dispose: () => undefined,
  };
}
