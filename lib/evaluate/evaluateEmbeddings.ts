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
import { random, toFloatsLater, type Labels, type MatrixLike } from "../core/values";
import { drainAsync, eventLoopYielder, plural, printsAs } from "../core";
import { kMeansDefaults, kMeansSteps } from "./kMeans";
import { neighborQuality } from "./neighborQuality";
import { normalizedMutualInformation } from "./normalizedMutualInformation";
import { readLabeledPoints } from "./distances/labeledPoints";
import { checkNeighborCounts, neighborCounts, recallOf, recallOfQueries } from "./recallAtK";

/** The usual metrics, all in [0, 1]; larger is better. */
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
  /** The metrics to compute. Default all; `["recall"]` is the cheapest, for validation during training. */
  metrics?: readonly M[];
  /** The K of Recall@K. Default [1, 2, 4, 8], as in the paper, as far as there are more than K points. */
  recallAt?: readonly number[];
  /** Number of k-means clusters for NMI. Default: the number of classes among the labels. */
  clusters?: number;
  /** Restarts of k-means. Default 10. */
  restarts?: number;
  /** How many points, drawn at random, are judged by their nearest neighbors among all points. Default: all points. */
  queries?: number;
  /** Seed of k-means and of the random queries. Default 1. */
  seed?: number;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called with what is done so far. */
  onProgress?: (progress: EvaluationProgress) => void;
}

export interface EvaluationProgress {
  step: "neighbors" | "clusters";
  /** Share of the step that is done, in [0, 1]. */
  done: number;
}

/** The paper's protocol (§4): 10 restarts of k-means with as many clusters as classes. */
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
    "number of k-means clusters for NMI; by default the number of classes",
    optional(wholeNumber({ min: 1, max: "n" })),
  ),
  restarts: about("restarts of k-means", wholeNumber({ min: 1, default: evaluationDefaults.restarts })),
  queries: about(
    "how many points, drawn at random, are judged by their neighbors; by default all",
    optional(wholeNumber({ min: 1 })),
  ),
  seed: about("seed of k-means and of the queries", seed()),
  signal: optional(abortSignal),
  onProgress: about(
    "called with { step, done } to report progress",
    optional(functionValue<(progress: EvaluationProgress) => void>()),
  ),
};

/**
 * Evaluates embeddings, [n, l], by the classes of the points: NMI of k-means clusters, Recall@K, MAP@R, R-precision. The rows are
 * not normalized, and no point is its own neighbor. Distances are computed in blocks, so that memory does not limit the number of points; time does: with `queries`, Recall@K, MAP@R and
 * R-precision are means over a random sample, whose neighbors are searched among all points.
 *
 * @example
 * const { nmi, recall } = await evaluateEmbeddings(x, classes, { recallAt: [1] });
 * nmi; // → 1
 * recall[1]; // → 1
 */
export async function evaluateEmbeddings<M extends Metric = Metric>(
  embeddings: MatrixLike,
  labels: Labels,
  options: EvaluationOptions<M> = {},
): Promise<Pick<Evaluation, M>> {
  return evaluateFor("evaluateEmbeddings", embeddings, labels, options);
}

/** The same for a caller that error texts name. */
export async function evaluateFor<M extends Metric = Metric>(
  caller: string,
  embeddings: MatrixLike,
  labels: Labels,
  options: EvaluationOptions<M>,
): Promise<Pick<Evaluation, M>> {
  const { metrics, restarts, seed, signal, onProgress, ...rest } = readOptions(
    caller,
    options,
    evaluationSchema,
  );
  const yieldToEventLoop = eventLoopYielder(signal);
  const labeled = readLabeledPoints(await toFloatsLater(embeddings, `${caller}: embeddings`), labels, caller);
  const n = labeled.labels.length;
  const wants = (...some: Metric[]) => some.some((metric) => metrics.includes(metric));
  const recallAt = options.recallAt === undefined ? rest.recallAt.filter((k) => k < n) : rest.recallAt;
  if (wants("recall")) checkNeighborCounts(recallAt, n, `${caller}: recallAt`);
  const clusters = rest.clusters ?? labeled.classSizes.size;
  const asked =
    rest.queries !== undefined && rest.queries < n ? random(seed).sample(n, rest.queries).sort() : undefined;
  const progress = (step: EvaluationProgress["step"]) => (done: number) => onProgress?.({ step, done });

  const found: Partial<Evaluation> = {};
  if (wants("nmi")) {
    const steps = kMeansSteps(labeled.points, { clusters, restarts, seed }, caller);
    const { assignments } = await drainAsync(steps, progress("clusters"), yieldToEventLoop);
    found.nmi = normalizedMutualInformation(labeled.labels, assignments);
  }
  if (wants("mapAtR", "rPrecision")) {
    const steps = neighborQuality(labeled, wants("recall") ? recallAt : [], caller, asked);
    Object.assign(found, await drainAsync(steps, progress("neighbors"), yieldToEventLoop));
  } else if (wants("recall") && asked) {
    const steps = recallOfQueries(labeled, recallAt, asked);
    found.recall = await drainAsync(steps, progress("neighbors"), yieldToEventLoop);
  } else if (wants("recall")) {
    found.recall = recallOf(labeled, recallAt);
    progress("neighbors")(1);
  }
  const wanted = Object.fromEntries(
    evaluationDefaults.metrics
      .filter((metric) => metrics.includes(metric))
      .map((metric) => [metric, found[metric]]),
  ) as Pick<Evaluation, M>;
  return printsAs(summary(wanted, n, asked?.length), wanted);
}

function summary(
  { nmi, recall, mapAtR, rPrecision }: Partial<Evaluation>,
  n: number,
  queries: number | undefined,
): string {
  const rows: [string, number | undefined][] = [
    ["NMI", nmi],
    ...Object.entries(recall ?? {}).map(([k, value]): [string, number] => [`R@${k}`, value]),
    ["MAP@R", mapAtR],
    ["R-precision", rPrecision],
  ];
  const parts = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${percent(value)}`]));
  const sample = queries === undefined ? "" : `, neighbors of ${plural(queries, "random one")}`;
  return `evaluation of ${plural(n, "point")}${sample}: ${parts.join(", ")}`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
