import { check, plural, type Part } from "../core";
import { describeValue, functionValue, isList, isRecord } from "../core/options";
import type { Matrix, Random } from "../core/values";
import type { Affinities, KnnGraph, KnnOptions, PropagationOptions, TwoSidedAffinities } from "../graph";
import type { Triplets } from "./triplets";

/** Which graph of a partition. */
export interface GraphChoice extends KnnOptions {
  /** Distances between the embeddings z (default, as in the paper), or in the metric space: between the zL, scaled to length one. */
  space?: "embeddings" | "metric" | undefined;
}

/** Which affinities of a partition. */
export type AffinityChoice = GraphChoice & Pick<PropagationOptions, "gamma" | "sides">;

/** What a miner sees of a partition. */
export interface MinerContext {
  /** z of all points, [n, d]. */
  readonly embeddings: Matrix<Float32Array>;
  /** zL, [n, l]. */
  readonly projected: Matrix<Float32Array>;
  /** −1 for unlabeled. */
  readonly labels: Int32Array;
  /** The kNN graph of z with the paper's k; computed when it is first read. */
  readonly graph: KnnGraph;
  /** The affinities propagated on that graph; computed when first read. */
  readonly affinities: Promise<Affinities>;
  /** The graph and the affinities with other settings; what is computed is kept, and told as an event. */
  graphOf(options?: GraphChoice): KnnGraph;
  affinitiesOf(options: AffinityChoice & { sides: 2 }): Promise<TwoSidedAffinities>;
  affinitiesOf(options?: AffinityChoice): Promise<Affinities>;
  /** Seeded anew for each partition. */
  readonly random: Random;
  /** The epoch that comes next, from 1. */
  readonly epoch: number;
  readonly signal: AbortSignal | undefined;
  /** Yields an event of the miner's own from `model.steps`. */
  report(event: { kind: string }): void;
}

/** What a miner returns: triplets by position in the partition, as arrays or typed arrays. */
export interface MinedTriplets {
  count?: number;
  anchors: ArrayLike<number>;
  positives: ArrayLike<number>;
  negatives: ArrayLike<number>;
  /** What each triplet counts for in the loss, at least 0. Default 1. */
  weights?: ArrayLike<number> | undefined;
  /** The probability of each class for every point, [n, C]: the loss then knows the believed relation of every pair, 2Fᵢ·Fⱼ − 1. */
  beliefs?: Matrix | undefined;
  /** How sure the beliefs are, in [0, 1], for every point. Default 1. */
  confidence?: ArrayLike<number> | undefined;
  /**
   * The class of every point as losses see it, in place of the known labels: clusters, for example. −1 for none. They are new classes with
   * every partition that is mined.
   */
  labels?: ArrayLike<number> | undefined;
}

/** Chooses the triplets that a partition is learned from. A bare function of yours will do. */
export type Miner = ((context: MinerContext) => MinedTriplets | Promise<MinedTriplets>) &
  Partial<Pick<Part, "settings">>;

export const minerValue = functionValue<Miner>("a miner such as affinityMiner({ k: 10 })");

/** Triplets, and what is believed of the classes. */
export interface TripletConstraints extends Triplets {
  beliefs?: Matrix<Float32Array> | undefined;
  confidence?: Float32Array | undefined;
  /** The classes that the miner made. */
  labels?: Int32Array | undefined;
}

/** Reads what a miner returned for n points, at least one triplet by default; the error names the miner and what is wrong. */
export function readMined(miner: Miner, mined: unknown, n: number, atLeast = 1): TripletConstraints {
  const name = `miner: ${miner.name || "the function"}`;
  check(
    isRecord(mined),
    () => `${name} must return { anchors, positives, negatives }, got ${describeValue(mined)}.`,
  );
  const roles = ["anchors", "positives", "negatives"] as const;
  const [anchors, positives, negatives] = roles.map((role) => readPositions(name, role, mined[role], n));
  const count = anchors.length;
  check(
    positives.length === count && negatives.length === count,
    () =>
      `${name} must return as many positives and negatives as anchors, got ${count} anchors, ${positives.length} positives and ${negatives.length} negatives.`,
  );
  check(count >= atLeast, () => `${name} must return at least one triplet, got none.`);
  const weights = readWeights(name, mined.weights, count);
  const beliefs = readBeliefs(name, mined.beliefs, n);
  const confidence = readConfidence(name, mined.confidence, n);
  const labels = readMinedLabels(name, mined.labels, n);
  return {
    count,
    anchors,
    positives,
    negatives,
    ...(weights && { weights }),
    ...(beliefs && { beliefs }),
    ...(confidence && { confidence }),
    ...(labels && { labels }),
  };
}

function readPositions(name: string, role: string, positions: unknown, n: number): Int32Array {
  check(
    isList(positions),
    () => `${name} must return ${role} as an array of positions, got ${describeValue(positions)}.`,
  );
  return Int32Array.from(positions as ArrayLike<number>, (position, i) => {
    check(
      Number.isInteger(position) && position >= 0 && position < n,
      () =>
        `${name} must return ${role} as positions in [0, ${n - 1}] of the partition, got ${describeValue(position)} at ${i}.`,
    );
    return position;
  });
}

function readWeights(name: string, weights: unknown, count: number): Float32Array | undefined {
  if (weights === undefined) return undefined;
  check(
    isList(weights) && weights.length === count,
    () =>
      `${name} must return a weight for each of its ${plural(count, "triplet")}, got ${isList(weights) ? weights.length : describeValue(weights)}.`,
  );
  return Float32Array.from(weights as ArrayLike<number>, (weight, i) => {
    check(
      Number.isFinite(weight) && weight >= 0,
      () => `${name} must return weights of at least 0, got ${describeValue(weight)} at ${i}.`,
    );
    return weight;
  });
}

function readBeliefs(name: string, beliefs: unknown, n: number): Matrix<Float32Array> | undefined {
  if (beliefs === undefined) return undefined;
  const { data, shape } = (beliefs ?? {}) as Partial<Matrix>;
  check(
    isList(data) && isList(shape) && shape.length === 2 && shape[0] === n && data.length === n * shape[1],
    () => `${name} must return beliefs of the shape [${n}, classes], got ${describeValue(beliefs)}.`,
  );
  check(
    data.every((value: number) => value >= 0 && value <= 1 + 1e-6),
    () => `${name} must return beliefs that are probabilities in [0, 1].`,
  );
  return { data: Float32Array.from(data), shape: [shape[0], shape[1]] };
}

function readConfidence(name: string, confidence: unknown, n: number): Float32Array | undefined {
  if (confidence === undefined) return undefined;
  check(
    isList(confidence) && confidence.length === n,
    () =>
      `${name} must return a confidence for each of the ${plural(n, "point")}, got ${isList(confidence) ? confidence.length : describeValue(confidence)}.`,
  );
  return Float32Array.from(confidence as ArrayLike<number>, (value, i) => {
    check(
      value >= 0 && value <= 1,
      () => `${name} must return confidences in [0, 1], got ${describeValue(value)} at ${i}.`,
    );
    return value;
  });
}

function readMinedLabels(name: string, labels: unknown, n: number): Int32Array | undefined {
  if (labels === undefined) return undefined;
  check(
    isList(labels) && labels.length === n,
    () =>
      `${name} must return a label for each of the ${plural(n, "point")}, got ${isList(labels) ? labels.length : describeValue(labels)}.`,
  );
  return Int32Array.from(labels as ArrayLike<number>, (label, i) => {
    check(
      Number.isInteger(label) && label >= -1 && label < n,
      () =>
        `${name} must return labels that are whole numbers from 0 to ${n - 1}, or −1 for none, got ${describeValue(label)} at ${i}.`,
    );
    return label;
  });
}
