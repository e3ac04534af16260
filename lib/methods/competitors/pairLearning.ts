import * as tf from "@tensorflow/tfjs-core";
import type { Matrix64 } from "../../algebra";
import { check, drainAsync, type PartRecord } from "../../core";
import type { NamedArray } from "../../io/files";
import {
  savedArray,
  savedNumbers,
  savedPositions,
  type Batch,
  type ConstraintLimits,
  type Constraints,
  type Learning,
  type SavedArrays,
} from "../../train";
import type { MetricMethod, Prepared } from "../classical/learner/method";
import { pairLoss } from "../classical/pairs/pairLoss";
import { scaleWeights, selectPairs, type Pairs } from "../classical/pairs/pairs";

/** A partition's pairs, and the prior metric M₀, [d, d], of the methods that have one. */
export interface PairConstraints extends Pairs, Constraints {
  readonly count: number;
  readonly prior?: Float64Array;
}

/** Learning from the pairs of a classical method, with M fixed: ∂δ²_M/∂z_i = 2M(z_i − z_j). */
export function pairLearning<Settings, P extends Prepared>(
  classical: MetricMethod<Settings, P>,
  settings: Settings,
): Learning<PairConstraints> {
  const part: PartRecord = { name: classical.name };
  return {
    parts: { miner: part, loss: part },
    async mine(context) {
      const { embeddings, labels, signal } = context;
      const z = { data: Float64Array.from(embeddings.data), shape: embeddings.shape };
      const preparation = classical.prepare(z, labels, settings, signal);
      const { pairs, prior }: Prepared & { prior?: Matrix64 } = await drainAsync(preparation, (event) => {
        if (event.kind === "graph" || event.kind === "affinities") context.report(event);
      });
      const { count, first, second, weights, kinds, scales } = pairs;
      return {
        count,
        first,
        second,
        weights,
        kinds,
        ...(scales && { scales }),
        ...(prior && { prior: prior.data }),
      };
    },
    minedEvent: ({ count }) => ({ kind: "constraints", count }),
    positions: ({ first, second }) => ({ first, second }),
    classes: ({ first }, labels) => first.map((i) => labels[i]),
    select: (pairs, chosen) => selectPairs(pairs, chosen),
    placed: (pairs, { first, second }) => ({ ...pairs, first, second }),
    valueAndGradient: (batch) => pairGradient(classical, batch, settings),
    save: ({ count, ...arrays }) =>
      Object.fromEntries(
        Object.entries({
          count: Int32Array.of(count),
          ...(arrays as Record<string, NamedArray["data"]>),
        }).map(([name, data]) => [name, { data, shape: [data.length] }]),
      ),
    restore: (arrays, limits) => restorePairs(arrays, limits, classical.hasPrior ?? false),
  };
}

/** M = LLᵀ */
export async function matrixOf(factor: tf.Tensor2D): Promise<Matrix64> {
  const product = tf.matMul<tf.Tensor2D>(factor, factor, false, true);
  const data = Float64Array.from(await product.data());
  product.dispose();
  return { data, shape: product.shape };
}

/** tr M/d */
function meanEigenvalue({ data, shape: [d] }: Matrix64): number {
  let trace = 0;
  for (let i = 0; i < d; i++) trace += data[i * (d + 1)];
  return trace / d;
}

/**
 * The mean over the chosen pairs, scaled so that it estimates the loss over all of them. M's scale changes no neighborhood
 * but would multiply the step (on CIFAR-10's embeddings tr M/d is 1 for LRML, 60 for ISDML and 180 for APIT): it is divided by tr M/d.
 */
async function pairGradient<Settings>(
  classical: Pick<MetricMethod<Settings>, "potential">,
  { embeddings, metric, constraints, all }: Batch<PairConstraints>,
  settings: Settings,
): Promise<{ value: number; gradient: tf.Tensor2D }> {
  const pairs = scaleWeights(constraints, all.count / constraints.count);
  const z = { data: Float64Array.from(await embeddings.data()), shape: embeddings.shape };
  const matrix = await matrixOf(metric);
  const { loss, dz } = pairLoss(z, matrix, pairs, classical.potential(pairs, settings));
  const scale = meanEigenvalue(matrix) || 1; // M = 0 teaches nothing, and breaks nothing
  const gradient = tf.tensor2d(
    Float32Array.from(dz.data, (value) => value / scale),
    dz.shape,
  );
  return { value: loss, gradient };
}

/** The pairs in a checkpoint, and the prior metric M₀ of a method that has one. */
export function restorePairs(
  arrays: SavedArrays,
  limits: ConstraintLimits,
  hasPrior: boolean,
): PairConstraints {
  const first = savedPositions(arrays, "first", limits);
  const second = savedPositions(arrays, "second", limits);
  const count = first.length;
  // Earlier versions kept the kinds as integers of 32 bits.
  const kinds = Int8Array.from(savedArray(arrays, "kinds").data);
  check(
    second.length === count && kinds.length === count && kinds.every((kind) => Math.abs(kind) <= 1),
    () => `its pairs have ${count} first, ${second.length} second points and ${kinds.length} kinds`,
  );
  return {
    count,
    first,
    second,
    kinds,
    weights: savedNumbers(arrays, "weights", count),
    ...("scales" in arrays && { scales: savedNumbers(arrays, "scales", 2 * count) }),
    ...(hasPrior && { prior: savedNumbers(arrays, "prior", limits.dimension ** 2) }),
  };
}
