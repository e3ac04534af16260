import type * as tf from "@tensorflow/tfjs-core";
import { check, drain, eventLoopYielder } from "../core";
import {
  abortSignal,
  anything,
  between,
  functionValue,
  optional,
  readOptions,
  readRecord,
  seed,
  wholeNumber,
} from "../core/options";
import { random, readLabels, toFloat32, unitRows, type Labels, type Matrix } from "../core/values";
import {
  graphDefaults,
  knnGraph,
  propagateAffinities,
  solveSymmetricWalk,
  symmetricWalk,
  type KnnGraph,
} from "../graph";
import { readExamples, selectExamples, type ExamplesLike } from "../networks";

export interface SuggestLabelsOptions {
  /** How many points to suggest. Default 10. */
  count?: number;
  /** The labels that are known, −1 for unlabeled. Default: none. */
  labels?: Labels | undefined;
  /** Neighbors per point of the graph. Default 10. */
  k?: number;
  /** γ of the propagation: how far a label reaches. Default 0.99. */
  gamma?: number;
  /** At most this many random unlabeled points are considered. Default 10,000. */
  candidates?: number;
  /** For the random choice of candidates. Default 1. */
  seed?: number;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

const suggestSchema = {
  count: wholeNumber({ min: 1, default: 10 }),
  labels: optional(anything<Labels>("labels, −1 for unlabeled")),
  k: wholeNumber({ min: 1, default: graphDefaults.k }),
  gamma: between(0, 1, { default: graphDefaults.gamma }),
  candidates: wholeNumber({ min: 2, default: 10_000 }),
  seed: seed(),
  signal: optional(abortSignal),
};

/**
 * The points whose labels would help most, best first. A label spreads along the graph; it helps where beliefs are uncertain. So point i is
 * worth Σⱼ P_ij uⱼ: the uncertainty u = 1 − confidence that a random walk from i meets, P = (1 − γ)(I − γQ)⁻¹. The best point is taken; the
 * uncertainty around it falls in proportion to P; then the next one. The choice is thus uncertain, in dense regions, and spread over them.
 *
 * @example
 * const positions = await suggestLabels(model, x, { count: 2, k: 2 });
 * positions.length; // → 2
 */
export async function suggestLabels(
  model: { transform(images: ExamplesLike): tf.Tensor2D },
  images: ExamplesLike,
  options: SuggestLabelsOptions = {},
): Promise<Int32Array> {
  const name = "suggestLabels";
  const { count, labels, k, gamma, candidates, seed, signal } = readOptions(name, options, suggestSchema);
  readRecord(`${name}: model`, model, "a model that was fitted, such as new AGML2()", {
    transform: functionValue(),
  });
  const examples = readExamples(name, images);
  const n = examples.shape[0];
  const known = labels === undefined ? new Int32Array(n).fill(-1) : readLabels(labels, name, n);
  const unlabeled = Int32Array.from(known.keys()).filter((i) => known[i] < 0);
  check(
    count <= unlabeled.length,
    () => `${name}: count must be at most the number of unlabeled points, ${unlabeled.length}, got ${count}.`,
  );
  const chosen = random(seed)
    .sample(unlabeled.length, Math.min(Math.max(candidates, count), unlabeled.length))
    .map((i) => unlabeled[i]);
  const positions = Int32Array.from(
    [...known.keys()].filter((i) => known[i] >= 0).concat(Array.from(chosen)),
  ).sort();
  check(
    k < positions.length,
    () => `${name}: k must be below the number of points, ${positions.length}, got ${k}.`,
  );
  const points = await unitEmbeddings(model, selectExamples(examples, positions));
  const graph = knnGraph(points, { k, method: "exact" });
  const own = positions.map((i) => known[i]);
  const uncertainty = await uncertaintyOf(graph, own, gamma, signal);
  const yieldToEventLoop = eventLoopYielder(signal);
  const undirected = symmetricWalk(graph);
  /** Pv: what a walk from each point meets. */
  const met = (values: Float64Array) => drain(solveSymmetricWalk(undirected, gamma, values, 1, 1e-9)).x;
  const suggested: number[] = [];
  while (suggested.length < count) {
    const worth = met(uncertainty);
    let best = -1;
    for (let i = 0; i < own.length; i++)
      if (own[i] < 0 && !suggested.includes(i) && (best < 0 || worth[i] > worth[best])) best = i;
    suggested.push(best);
    const reach = met(Float64Array.from(own, (_, i) => (i === best ? 1 : 0)));
    for (let i = 0; i < own.length; i++) uncertainty[i] *= 1 - Math.min(1, reach[i] / reach[best]);
    await yieldToEventLoop();
  }
  return Int32Array.from(suggested, (i) => positions[i]);
}

/** 1 − confidence; 1 everywhere while fewer than two classes are known. */
async function uncertaintyOf(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const classes = new Set(labels.filter((label) => label >= 0));
  if (classes.size < 2) return Float64Array.from(labels, (label) => (label < 0 ? 1 : 0));
  const { confidence } = await propagateAffinities(graph, labels, {
    sides: 2,
    gamma,
    ...(signal && { signal }),
  });
  return Float64Array.from(confidence, (value) => 1 - value);
}

/** zL of examples, scaled to length one. */
async function unitEmbeddings(
  model: { transform(images: ExamplesLike): tf.Tensor2D },
  examples: ExamplesLike,
): Promise<Matrix<Float32Array>> {
  const tensor = model.transform(examples);
  try {
    return unitRows(
      toFloat32({ data: await tensor.data<"float32">(), shape: tensor.shape }, "suggestLabels: zL"),
    );
  } finally {
    tensor.dispose();
  }
}
