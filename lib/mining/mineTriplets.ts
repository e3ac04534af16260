import { describeValue, functionValue, isNumberArray, oneOf, readOptions, readRecord } from "../core/options";
import { check, plural, printsAs } from "../core";
import { tripletsText } from "../core/summaries";
import { checkDistances, checkGraph, type KnnGraph } from "../graph";
import { graphModes } from "./graphModes";
import type { Triplets } from "./triplets";

/** What mining reads of the propagated affinities: W at the kNN entries, in the order of `graph.neighbors`. */
export interface NeighborAffinities {
  ofNeighbors(): Float32Array | Float64Array;
}

export interface MiningOptions {
  /** Every point, or only the graph's modes. Default "all", the paper's choice. */
  anchors?: "all" | "modes";
}

/** The paper's settings (§2): its numbers of triplets show that every point is an anchor. */
export const miningDefaults = Object.freeze({ anchors: "all" } as const);

const miningSchema = { anchors: oneOf(["all", "modes"], { default: miningDefaults.anchors }) };

/**
 * Mines ⌊k/2⌋ triplets per anchor (paper §2, Fig. 1b): its k neighbors are sorted by affinity, W(a, 1) ≥ … ≥ W(a, k); the first half
 * are positives, the second half negatives, paired in order: (a, 1, k/2+1), (a, 2, k/2+2), …. Equal affinities: the nearer comes first,
 * then the smaller index. With odd k the middle neighbor is left out.
 *
 * @example
 * const triplets = mineTriplets(graph, affinities);
 * triplets.count; // → 6
 */
export function mineTriplets(
  graph: KnnGraph,
  affinities: NeighborAffinities,
  options: MiningOptions = {},
): Triplets {
  const { anchors } = readOptions("mineTriplets", options, miningSchema);
  checkGraph(graph, "mineTriplets");
  checkDistances(graph, "mineTriplets");
  const { n, k, neighbors, distances } = graph;
  check(
    k >= 2,
    () => `mineTriplets: graph must have k ≥ 2 neighbors per point, got k=${k}. Make it with a larger k.`,
  );
  readRecord("mineTriplets: affinities", affinities, "affinities of propagateAffinities", {
    ofNeighbors: functionValue(),
  });
  const affinity = affinities.ofNeighbors();
  check(
    isNumberArray(affinity) && affinity.length === n * k,
    () =>
      `mineTriplets: affinities must be of this graph's ${plural(n * k, "neighbor")}, got ${isNumberArray(affinity) ? affinity.length : describeValue(affinity)}. Propagate them on the same graph.`,
  );

  const chosen = anchors === "all" ? new Int32Array(n).map((_, i) => i) : graphModes(graph);
  const half = k >> 1;
  const count = chosen.length * half;
  const [anchorsOf, positives, negatives] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  const order = new Int32Array(k);
  const comesBefore = (a: number, b: number) =>
    affinity[a] !== affinity[b]
      ? affinity[a] > affinity[b]
      : distances[a] !== distances[b]
        ? distances[a] < distances[b]
        : neighbors[a] < neighbors[b];
  let at = 0;
  for (const anchor of chosen) {
    const start = anchor * k;
    // Insertion sort: k is small, and no memory is needed.
    for (let i = 0; i < k; i++) {
      let j = i;
      while (j > 0 && comesBefore(start + i, order[j - 1])) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = start + i;
    }
    for (let i = 0; i < half; i++, at++) {
      anchorsOf[at] = anchor;
      positives[at] = neighbors[order[i]];
      negatives[at] = neighbors[order[k - half + i]];
    }
  }
  const triplets = { count, anchors: anchorsOf, positives, negatives };
  return printsAs(() => tripletsText(triplets), triplets);
}
