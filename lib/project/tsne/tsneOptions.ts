import { check } from "../../common/errors";
import { type Matrix, type MatrixLike } from "../../common/matrix";
import { checkOptionNames, checkSeed, checkWhole } from "../options";

export interface TsneStepOptions {
  /** The effective number of neighbours of a point, in [1, n/3). Default 30. */
  perplexity?: number;
  /** Of the layout: 2 (default) is fast; any other number takes O(n²) an iteration. */
  dimensions?: number;
  /** Default 1000; the first quarter, at most 250, with early exaggeration. */
  iterations?: number;
  /** Seed of the random start, or of the jitter of the PCA start. Default 1. */
  seed?: number;
  /** Default "auto": max(n/(4·earlyExaggeration), 50) (Belkina et al. 2019). */
  learningRate?: number | "auto";
  /** How many times stronger attraction is at first. Default 12. */
  earlyExaggeration?: number;
  /** Where the points start: "pca" (default), "random", or a matrix [n, dimensions]. */
  initialization?: "pca" | "random" | MatrixLike;
  /** Iterations from one event to the next. Default 50. */
  eventEvery?: number;
  /** Ends the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface TsneOptions extends TsneStepOptions {
  /** Called with every event as it comes. */
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

/** Those of van der Maaten & Hinton (2008) as scikit-learn and openTSNE have settled on them. */
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

/** Fills in defaults and checks every value against the n points. */
export function readTsneOptions(options: TsneOptions, n: number) {
  checkOptionNames("tsne", options, [...Object.keys(tsneDefaults), "signal", "onEvent"]);
  const settings = { ...tsneDefaults, ...definedOf(options) };
  const { perplexity, dimensions, iterations, seed, earlyExaggeration, eventEvery } = settings;
  check(
    perplexity >= 1 && 3 * perplexity < n,
    () =>
      `tsne: perplexity must be at least 1 with 3·perplexity < n, got ${perplexity} with n=${n}. ${
        n > 3 ? `Lower perplexity below ${+(n / 3).toFixed(1)} or add points.` : "Pass at least 4 points."
      }`,
  );
  checkWhole("tsne", "dimensions", dimensions, 1);
  checkWhole("tsne", "iterations", iterations, 0);
  checkWhole("tsne", "eventEvery", eventEvery, 1);
  checkSeed("tsne", seed);
  check(
    earlyExaggeration >= 1 && earlyExaggeration < Infinity,
    () => `tsne: earlyExaggeration must be a number of at least 1, got ${earlyExaggeration}. Try 12.`,
  );
  const learningRate =
    settings.learningRate === "auto" ? Math.max(n / (4 * earlyExaggeration), 50) : settings.learningRate;
  check(
    learningRate > 0 && learningRate < Infinity,
    () => `tsne: learningRate must be a positive number or "auto", got ${String(learningRate)}. Try "auto".`,
  );
  return { ...settings, learningRate };
}

/** The options that were given; an explicit undefined counts as left out. */
function definedOf(options: TsneOptions): TsneOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
