import {
  about,
  abortSignal,
  argument,
  finiteNumber,
  functionValue,
  optional,
  seed,
  wholeNumber,
  type Settings,
} from "../../core/options";
import { check } from "../../core";
import type { Matrix, MatrixLike } from "../../core/values";
import { checkLayoutSize } from "../initialLayout";

export interface TsneStepOptions {
  /** Effective number of neighbors per point, in [1, n/3). Default 30. */
  perplexity?: number;
  /** Dimensions of the layout: 2 (default) is fast; any other number takes O(n²) per iteration. */
  dimensions?: number;
  /** Number of iterations. Default 1000; the first quarter, at most 250, use early exaggeration. */
  iterations?: number;
  /** Seed of the random start, or of the jitter of the PCA start. Default 1. */
  seed?: number;
  /** Default "auto": max(n/(4·earlyExaggeration), 50) (Belkina et al. 2019). */
  learningRate?: number | "auto";
  /** How many times stronger attraction is in the first iterations. Default 12. */
  earlyExaggeration?: number;
  /** Where the points start: "pca" (default), "random", or a matrix [n, dimensions]. */
  initialization?: "pca" | "random" | MatrixLike;
  /** Iterations from one event to the next. Default 50. */
  eventEvery?: number;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface TsneOptions extends TsneStepOptions {
  /** Called with every event. */
  onEvent?: (event: TsneEvent) => void;
}

export interface TsneIterationEvent {
  kind: "iteration";
  /** Iterations done, of `iterations`. */
  iteration: number;
  iterations: number;
  /** KL(P‖Q) of the layout, in nats. */
  divergence: number;
  /** A copy of the layout, [n, dimensions]. */
  points: Matrix<Float64Array>;
  elapsedMs: number;
}

export interface TsneFinishedEvent extends Omit<TsneIterationEvent, "kind"> {
  kind: "finished";
}

export type TsneEvent = TsneIterationEvent | TsneFinishedEvent;

/** The settings of van der Maaten & Hinton (2008), with the values that scikit-learn and openTSNE use. */
export const tsneDefaults = Object.freeze({
  perplexity: 30,
  dimensions: 2,
  iterations: 1000,
  seed: 1,
  learningRate: "auto",
  earlyExaggeration: 12,
  initialization: "pca",
  eventEvery: 50,
} as const);

/** The options of `tsneSteps`. */
export const tsneStepSchema = {
  perplexity: about(
    "effective number of neighbors per point, below n/3",
    finiteNumber({ min: 1, default: tsneDefaults.perplexity }),
  ),
  dimensions: about(
    "dimensions of the layout; 2 is fast, any other number takes O(n²) per iteration",
    wholeNumber({ min: 1, default: tsneDefaults.dimensions }),
  ),
  iterations: about("number of iterations", wholeNumber({ min: 0, default: tsneDefaults.iterations })),
  seed: seed(),
  learningRate: about(
    '"auto" is max(n/(4·earlyExaggeration), 50)',
    argument<number | "auto">(
      'a positive number or "auto"',
      (value) => value === "auto" || (typeof value === "number" && value > 0 && value < Infinity),
      { default: tsneDefaults.learningRate },
    ),
  ),
  earlyExaggeration: about(
    "how many times stronger attraction is in the first iterations",
    finiteNumber({ min: 1, default: tsneDefaults.earlyExaggeration }),
  ),
  initialization: about(
    "where the points start",
    argument<"pca" | "random" | MatrixLike>(
      '"pca", "random" or a matrix [n, dimensions]',
      (value) => value === "pca" || value === "random" || (typeof value === "object" && value !== null),
      { default: tsneDefaults.initialization },
    ),
  ),
  eventEvery: about(
    "iterations from one event to the next",
    wholeNumber({ min: 1, default: tsneDefaults.eventEvery }),
  ),
  signal: optional(abortSignal),
};

export const tsneSchema = {
  ...tsneStepSchema,
  onEvent: about("called with every event", optional(functionValue<(event: TsneEvent) => void>())),
};

/** Makes the checks that depend on the number of points, and chooses the learning rate. */
export function settleTsneOptions(settings: Settings<typeof tsneStepSchema>, n: number) {
  const { perplexity, earlyExaggeration } = settings;
  check(
    3 * perplexity < n,
    () =>
      `tsne: perplexity must be at least 1 with 3·perplexity < n, got ${perplexity} with n=${n}. ${
        n > 3 ? `Lower perplexity below ${+(n / 3).toFixed(1)} or add points.` : "Pass at least 4 points."
      }`,
  );
  checkLayoutSize("tsne", n, settings.dimensions);
  const learningRate =
    settings.learningRate === "auto" ? Math.max(n / (4 * earlyExaggeration), 50) : settings.learningRate;
  return { ...settings, learningRate };
}
