import type { Matrix } from "../../core/values";
import { plural } from "../../core";
import type { KnnGraph } from "../knn/graph";
import { squareMatrix } from "../squareMatrix";
import type { Affinities } from "./affinities";
import { confidenceOf, type Beliefs } from "./beliefs";

/**
 * Affinities that know the labels on both sides of a pair: W_ij = 2Fᵢ·Fⱼ − 1, twice the probability of sharing a class, minus one. 1 for surely
 * the same class, −1 for surely different ones, near 0 for unknown, also between two unlabeled points. W is kept as F and never formed.
 */
export interface TwoSidedAffinities extends Affinities {
  readonly sides: 2;
  /** The classes in the order of the beliefs' columns. */
  readonly classes: readonly number[];
  /** F, [n, C]: the probability of each class for every point; rows sum to 1. */
  readonly beliefs: Matrix<Float32Array>;
  /** cᵢ = 1 − H(Fᵢ)/log C, in [0, 1], for every point. */
  readonly confidence: Float32Array;
}

/** W of beliefs. */
export function twoSidedAffinities(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  { classes, probabilities, errorBound }: Beliefs,
): TwoSidedAffinities {
  const { n, k, neighbors } = graph;
  const { data } = probabilities;
  const C = classes.length;
  const at = (i: number, j: number) => {
    if (i === j) return 1;
    let product = 0;
    for (let c = 0; c < C; c++) product += data[i * C + c] * data[j * C + c];
    return 2 * product - 1;
  };
  const row = (i: number) => Float64Array.from({ length: n }, (_, j) => at(i, j));
  const labeled = labels.reduce((count, label) => count + (label >= 0 ? 1 : 0), 0);
  const summary = `W: ${n} x ${n}, two-sided, rank ${C}, γ = ${gamma}, ${plural(labeled, "labeled point")} of ${plural(C, "class", "classes")}; error ≤ ${(4 * errorBound).toExponential(0)}`;
  return Object.assign(squareMatrix("affinities", n, summary, { at, row }), {
    sides: 2 as const,
    k,
    gamma,
    method: "exact" as const,
    errorBound: 4 * errorBound,
    classes,
    beliefs: { data: Float32Array.from(data), shape: [n, C] as [number, number] },
    confidence: confidenceOf(probabilities),
    ofNeighbors: () => Float64Array.from(neighbors, (j, e) => at(Math.floor(e / k), j)),
  });
}
