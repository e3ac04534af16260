import {
  about,
  abortSignal,
  functionValue,
  listOf,
  oneOf,
  optional,
  readOptions,
  seed,
  wholeNumber,
} from "../core/options";
import { toFloatsLater, type MatrixLike } from "../core/values/matrix";
import type { Labels } from "../core/values/labels";
import { printsAs } from "../graph/squareMatrix";
import { eventLoopYielder } from "../core/yieldToEventLoop";
import { drainAsync } from "../core/drain";
import { kMeansDefaults, kMeansSteps } from "./kMeans";
import { neighborQuality } from "./neighborQuality";
import { normalizedMutualInformation } from "./normalizedMutualInformation";
import { readLabeledPoints } from "./distances/labeledPoints";
import { checkNeighborCounts, neighborCounts, recallOf } from "./recallAtK";

/** The measures of the field, all in [0, 1] and better when larger. */
export interface Evaluation {
  /** 2I/(H(labels) + H(clusters)) for the clusters that k-means finds. */
  nmi: number;
  /** Recall@K by K. */
  recall: Record<number, number>;
  mapAtR: number;
  rPrecision: number;
}

export type Metric = keyof Evaluation;

export interface EvaluationOptions<M extends Metric = Metric> {
  /** The measures to take. Default all; `["recall"]` is the cheapest, as for validation in training. */
  metrics?: readonly M[];
  /** The K of Recall@K. Default [1, 2, 4, 8], the paper's. */
  recallAt?: readonly number[];
  /** Clusters of the k-means behind the NMI. Default the number of classes among the labels. */
  clusters?: number;
  /** Restarts of k-means. Default 10. */
  restarts?: number;
  /** Seed of k-means. Default 1. */
  seed?: number;
  /** Ends the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: EvaluationProgress) => void;
}

export interface EvaluationProgress {
  step: "neighbors" | "clusters";
  /** The share of the step that is done, in [0, 1]. */
  done: number;
}

/** The paper's protocol (§4 and METHOD: 10 restarts of k-means, its K the number of classes). */
export const evaluationDefaults = Object.freeze({
  metrics: Object.freeze(["nmi", "recall", "mapAtR", "rPrecision"] as const),
  recallAt: Object.freeze([1, 2, 4, 8] as const),
  restarts: kMeansDefaults.restarts,
  seed: kMeansDefaults.seed,
});

export const evaluationSchema = {
  metrics: about(
    "the metrics to compute",
    listOf<Metric>(
      oneOf<Metric>(evaluationDefaults.metrics),
      `a non-empty array of some of ${evaluationDefaults.metrics.join(", ")}`,
      { min: 1, default: evaluationDefaults.metrics },
    ),
  ),
  recallAt: about("the K of Recall@K", { ...neighborCounts, default: evaluationDefaults.recallAt }),
  clusters: about(
    "clusters of the k-means behind NMI; by default the number of classes",
    optional(wholeNumber({ min: 1, max: "n" })),
  ),
  restarts: about("restarts of k-means", wholeNumber({ min: 1, default: evaluationDefaults.restarts })),
  seed: about("seed of k-means", seed()),
  signal: optional(abortSignal),
  onProgress: about(
    "called with { step, done } while the work goes on",
    optional(functionValue<(progress: EvaluationProgress) => void>()),
  ),
};

/**
 * Judges embeddings, [n, l], by the classes of the points: NMI of k-means clusters, Recall@K, MAP@R, R-precision. The rows are
 * taken as they are, not normalised; no point is its own neighbour. Distances come in blocks: 100,000 points fit.
 *
 * @example
 * const { nmi, recall } = await evaluateEmbeddings(model.transform(test.images), test.labels, { seed: 1 });
 * const { recall } = await evaluateEmbeddings(z, labels, { metrics: ["recall"], recallAt: [1] }); // nothing else
 */
export async function evaluateEmbeddings<M extends Metric = Metric>(
  embeddings: MatrixLike,
  labels: Labels,
  options: EvaluationOptions<M> = {},
): Promise<Pick<Evaluation, M>> {
  const caller = "evaluateEmbeddings";
  const { metrics, recallAt, restarts, seed, signal, onProgress, ...rest } = readOptions(
    caller,
    options,
    evaluationSchema,
  );
  const yieldToEventLoop = eventLoopYielder(signal);
  const labeled = readLabeledPoints(await toFloatsLater(embeddings, `${caller}: embeddings`), labels, caller);
  const n = labeled.labels.length;
  const wants = (...some: Metric[]) => some.some((metric) => metrics.includes(metric));
  if (wants("recall")) checkNeighborCounts(recallAt, n, "evaluateEmbeddings: recallAt");
  const clusters = rest.clusters ?? labeled.classSizes.size;
  const progress = (step: EvaluationProgress["step"]) => (done: number) => onProgress?.({ step, done });

  const found: Partial<Evaluation> = {};
  if (wants("nmi")) {
    const steps = kMeansSteps(labeled.points, { clusters, restarts, seed }, "evaluateEmbeddings");
    const { assignments } = await drainAsync(steps, progress("clusters"), yieldToEventLoop);
    found.nmi = normalizedMutualInformation(labeled.labels, assignments);
  }
  if (wants("mapAtR", "rPrecision")) {
    const steps = neighborQuality(labeled, wants("recall") ? recallAt : [], "evaluateEmbeddings");
    Object.assign(found, await drainAsync(steps, progress("neighbors"), yieldToEventLoop));
  } else if (wants("recall")) {
    found.recall = recallOf(labeled, recallAt);
    progress("neighbors")(1);
  }
  const asked = Object.fromEntries(
    evaluationDefaults.metrics
      .filter((metric) => metrics.includes(metric))
      .map((metric) => [metric, found[metric]]),
  ) as Pick<Evaluation, M>;
  return printsAs(summary(asked, n), asked);
}

function summary({ nmi, recall, mapAtR, rPrecision }: Partial<Evaluation>, n: number): string {
  const rows: [string, number | undefined][] = [
    ["NMI", nmi],
    ...Object.entries(recall ?? {}).map(([k, value]): [string, number] => [`R@${k}`, value]),
    ["MAP@R", mapAtR],
    ["R-precision", rPrecision],
  ];
  const parts = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${percent(value)}`]));
  return `evaluation of ${n} points: ${parts.join(", ")}`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
