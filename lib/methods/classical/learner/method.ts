import type { Affinities, KnnGraph } from "../../../graph";
import type { Matrix64 } from "../../../algebra/algebra";
import type { PairPotential } from "../pairs/pairLoss";
import type { Pairs } from "../pairs/pairs";
import type { Ranges } from "../../../core/options/settings";

/** Why learning ended: a closed form, a small enough change, enough iterations, or a request. */
export type MetricStop = "solved" | "converged" | "max-iterations" | "aborted";

/** An iteration in one row, ready to tabulate and plot. */
export interface MetricIteration {
  iteration: number;
  /** What the method minimises. */
  objective: number;
  /** How much the iteration changed, relatively; 0 for a closed form. */
  change: number;
}

/** What a method says while it prepares. */
export type PreparationEvent =
  | { kind: "graph"; graph: KnnGraph }
  | { kind: "affinities"; affinities: Affinities }
  /** The pairs without labels that SERAPH looks at, instead of a graph. */
  | { kind: "sampled-pairs"; pairs: Pairs }
  /** The prior metric M₀ after a round of its learning; a closed form takes one. */
  | { kind: "prior"; iteration: number; change: number };

/** What happens while a metric is learned, in this order. */
export type ClassicalEvent =
  | { kind: "started"; method: string; points: number; dimension: number; labeled: number; classes: number }
  | PreparationEvent
  | { kind: "prepared"; similar: number; dissimilar: number; others: number; elapsedMs: number }
  | ({ kind: "iteration" } & MetricIteration)
  | {
      kind: "finished";
      stopReason: MetricStop;
      explanation: string;
      iterations: number;
      objective: number;
      history: MetricIteration[];
      elapsedMs: number;
    };

/** A metric and why no better one was looked for. */
export interface MetricUpdate {
  matrix: Matrix64;
  stopReason: Exclude<MetricStop, "aborted">;
}

/** A metric that needs no iterations, told as one. */
export function* closedForm(
  matrix: Matrix64,
  objective: number,
): Generator<MetricIteration & { matrix: Matrix64 }, MetricUpdate> {
  yield { iteration: 1, objective, change: 0, matrix };
  return { matrix, stopReason: "solved" };
}

/** What a method takes from points and labels once, before it learns: the pairs of its loss, and what is its own. */
export interface Prepared {
  /** All pairs that the loss is a sum over. */
  readonly pairs: Pairs;
}

/**
 * A method is a record of pure functions. Classical learning prepares once and updates the metric once; deep learning prepares
 * per partition and alternates between the metric and a network, which learns from `pairLoss(z, M, batch, potential(batch))`.
 */
export interface MetricMethod<Settings, Own extends Prepared = Prepared> {
  readonly name: string;
  readonly defaults: Readonly<Settings>;
  readonly ranges: Ranges<Settings>;
  /** Whether `prepare` also gives a prior metric, `prior`. */
  readonly hasPrior?: boolean;
  /** Pairs, graph and prior from points [n, d] and labels (−1 for unlabeled). */
  prepare(
    x: Matrix64,
    labels: Int32Array,
    settings: Settings,
    signal?: AbortSignal,
  ): Generator<PreparationEvent, Own> | AsyncGenerator<PreparationEvent, Own>;
  /** The metric M, [d, d], of points as they are now, with θ and so z fixed. Iterative methods start from `start`. */
  updateMetric(
    x: Matrix64,
    prepared: Own,
    settings: Settings,
    start?: Matrix64,
  ): Generator<MetricIteration & { matrix: Matrix64 }, MetricUpdate>;
  /** What the pairs, or some of them, cost at their distances. */
  potential(pairs: Pairs, settings: Settings): PairPotential;
}
