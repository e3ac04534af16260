import type { Affinities, KnnGraph } from "../../../graph";
import type { Matrix64 } from "../../../algebra";
import type { PairPotential } from "../pairs/pairLoss";
import type { Pairs } from "../pairs/pairs";
import type { Steps } from "../../../core";
import type { Ranges } from "../../../core/options";

/** Why learning ended: a closed form, convergence, the iteration limit, or a request to stop. */
export type MetricStop = "solved" | "converged" | "max-iterations" | "aborted";

/** One iteration as a row, ready to tabulate and plot. */
export interface MetricIteration {
  iteration: number;
  /** What the method minimizes. */
  objective: number;
  /** The relative change in this iteration; 0 for a closed form. */
  change: number;
}

/** Events of a method's preparation. */
export type PreparationEvent =
  | { kind: "graph"; graph: KnnGraph }
  | { kind: "affinities"; affinities: Affinities }
  /** The unlabeled pairs that SERAPH uses instead of a graph. */
  | { kind: "sampled-pairs"; pairs: Pairs }
  /** The prior metric M₀ after one round of learning it; a closed form takes one round. */
  | { kind: "prior"; iteration: number; change: number };

/** Events of learning a metric, in this order. */
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

/** The final metric, and why learning stopped. */
export interface MetricUpdate {
  matrix: Matrix64;
  stopReason: Exclude<MetricStop, "aborted">;
}

/** The iterations of a metric, each with the matrix that it reached, and the final one. */
export type MetricUpdates = Steps<MetricIteration & { matrix: Matrix64 }, MetricUpdate>;

/** A closed-form metric, reported as one iteration. */
export function* closedForm(matrix: Matrix64, objective: number): MetricUpdates {
  yield { iteration: 1, objective, change: 0, matrix };
  return { matrix, stopReason: "solved" };
}

/** What a method computes once from points and labels before it learns: the pairs of its loss, and data of its own. */
export interface Prepared {
  /** All pairs that the loss sums over. */
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
  /** Whether `prepare` also returns a prior metric, `prior`. */
  readonly hasPrior?: boolean;
  /** Pairs, graph and prior from points [n, d] and labels (−1 for unlabeled). */
  prepare(
    x: Matrix64,
    labels: Int32Array,
    settings: Settings,
    signal?: AbortSignal,
  ): Generator<PreparationEvent, Own> | AsyncGenerator<PreparationEvent, Own>;
  /** The metric M, [d, d], for the current points (θ, and so z, is fixed). Iterative methods start from `start`. */
  updateMetric(
    x: Matrix64,
    prepared: Own,
    settings: Settings,
    start?: Matrix64,
  ): MetricUpdates | AsyncGenerator<MetricIteration & { matrix: Matrix64 }, MetricUpdate, undefined>;
  /** The cost of pairs, or of some of them, as a function of their distances. */
  potential(pairs: Pairs, settings: Settings): PairPotential;
}
