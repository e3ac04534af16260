import type { Matrix64 } from "../algebra";
import { functionValue, oneOf, optional, readOptions, readRecord, wholeNumber } from "../core/options";
import { check, namedPart, type Part } from "../core";
import { euclidean, grassmann, stiefel, type Manifold } from "../manifold";

/** How the metric L, [d, l], starts and is learned. */
export interface MetricPart extends Part {
  /** L as training starts. */
  start(dimension: number, seed: number): Matrix64;
  /** The manifold that L is learned on, per mini-batch, by conjugate gradients. L stays as it is where this is left out. */
  readonly manifold?: (dimension: number, columns: number) => Manifold;
  /** Iterations of conjugate gradients per mini-batch. */
  readonly iterations?: number;
  /** L is learned on one of `every` mini-batches. Default 1: on each. */
  readonly every?: number;
}

export interface MetricPartOptions {
  /** l, the columns of L. Default half of the network's d. */
  dimension?: number | undefined;
  /** Iterations of conjugate gradients per mini-batch. Default 10. */
  iterations?: number;
  /** L is learned on one of `every` mini-batches. Default 1: on each. */
  every?: number;
  /**
   * "random" (default), the Q factor of a Gaussian matrix, as in the paper; or "leading", the first l axes: after "half-whitening" the
   * principal directions of largest variance.
   */
  start?: "random" | "leading";
}

const iterations = wholeNumber({ min: 0, default: 10 });
const every = wholeNumber({ min: 1, default: 1 });
const start = oneOf(["random", "leading"], { default: "random" });
const metricSchema = { dimension: optional(wholeNumber({ min: 1 })), iterations, every, start };

/**
 * L on the Grassmann manifold Gr(d, l), the paper's choice (§2): orthonormal columns, of which only their span matters. It starts as the Q
 * factor of a Gaussian matrix.
 *
 * @example const model = new AGML({ metric: grassmannMetric({ dimension: 32, iterations: 5 }) });
 */
export const grassmannMetric = (options: MetricPartOptions = {}): MetricPart =>
  learnedMetric("grassmannMetric", grassmann, options);

/**
 * L with orthonormal columns on the Stiefel manifold. For losses that depend on more than the span of L.
 *
 * @example const model = new AGML({ metric: stiefelMetric({ dimension: 32 }) });
 */
export const stiefelMetric = (options: MetricPartOptions = {}): MetricPart =>
  learnedMetric("stiefelMetric", stiefel, options);

/**
 * Any matrix L, [d, l]: the paper's ablation "without orthogonality". It starts orthonormal.
 *
 * @example const model = new AGML({ metric: euclideanMetric({ dimension: 32 }) }); // L without orthogonality
 */
export const euclideanMetric = (options: MetricPartOptions = {}): MetricPart =>
  learnedMetric("euclideanMetric", euclidean, options);

/**
 * Any square matrix L, [d, d]: a Mahalanobis metric M = LLᵀ of full rank. It starts as I.
 *
 * @example const model = new AGML({ metric: fullRankMetric() }); // M = LLᵀ of full rank
 */
export function fullRankMetric(options: Omit<MetricPartOptions, "dimension" | "start"> = {}): MetricPart {
  const settings = readOptions("fullRankMetric", options, { iterations, every });
  return namedPart("fullRankMetric", settings, {
    start: identityMatrix,
    manifold: euclidean,
    iterations: settings.iterations,
    every: settings.every,
  });
}

/**
 * L = I, which is not learned: the network alone does the work.
 *
 * @example const model = new AGML({ metric: noMetric() }); // the network alone learns
 */
export const noMetric = (): MetricPart => namedPart("noMetric", {}, { start: identityMatrix });

function learnedMetric(
  name: string,
  manifold: (dimension: number, columns: number) => Manifold,
  options: MetricPartOptions,
): MetricPart {
  const { start: begin, ...settings } = readOptions(name, options, metricSchema);
  const recorded = begin === "random" ? settings : { ...settings, start: begin };
  return namedPart<Omit<MetricPart, keyof Part>>(name, recorded, {
    start(d: number, seed: number) {
      const l = settings.dimension ?? Math.max(1, d >> 1);
      check(
        l <= d,
        () =>
          `${name}: the dimension of L (metricDimension) must be at most ${d}, the numbers of an embedding, got ${l}. Lower it, or use a larger network.`,
      );
      return begin === "random" ? grassmann(d, l).rand(seed) : leadingAxes(d, l);
    },
    manifold,
    iterations: settings.iterations,
    every: settings.every,
  });
}

/** The first l columns of I, [d, l] */
function leadingAxes(d: number, l: number): Matrix64 {
  const [rows, columns] = grassmann(d, l).shape;
  const data = new Float64Array(d * l);
  for (let i = 0; i < l; i++) data[i * (l + 1)] = 1;
  return { data, shape: [rows, columns] };
}

/** I, [d, d] */
export function identityMatrix(d: number): Matrix64 {
  const data = new Float64Array(d * d);
  for (let i = 0; i < d; i++) data[i * (d + 1)] = 1;
  return { data, shape: [d, d] };
}

/** Rejects anything that is not a metric. */
export function checkMetricPart(name: string, metric: MetricPart): MetricPart {
  return readRecord(name, metric, "a metric such as grassmannMetric({ dimension: 64 })", {
    start: functionValue(),
    manifold: optional(functionValue()),
    iterations: optional(wholeNumber({ min: 0 })),
    every: optional(wholeNumber({ min: 1 })),
  });
}
