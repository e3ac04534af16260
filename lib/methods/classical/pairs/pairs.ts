/** What the labels say about a pair. */
export const kind = Object.freeze({ similar: 1, dissimilar: -1, unknown: 0 });

/**
 * Weighted pairs of points, by index. They form a sparse symmetric matrix W whose entries (i, j) and (j, i) are stored
 * once, so Σ_e w_e δ²(i, j) = tr(M Xᵀ(Deg − W)X): supervision and graph Laplacians have the same form.
 */
export interface Pairs {
  readonly count: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weights: Float64Array;
  /** 1 for pairs of the same class, −1 for pairs of different classes, 0 if a label is missing. */
  readonly kinds: Int8Array;
  /**
   * s_i and s_j of pair e at 2e and 2e + 1: the pair's vector is s_i x_i − s_j x_j. With s = deg^{-½} this is the normalized
   * Laplacian. Default: all 1.
   */
  readonly scales?: Float64Array;
}

/** Pairs of one kind with one weight. */
export function uniformPairs(first: Int32Array, second: Int32Array, kind: number, weight: number): Pairs {
  const count = first.length;
  return {
    count,
    first,
    second,
    weights: new Float64Array(count).fill(weight),
    kinds: new Int8Array(count).fill(kind),
  };
}

/** The same pairs with their weights multiplied by a factor. */
export function scaleWeights(pairs: Pairs, factor: number): Pairs {
  return { ...pairs, weights: pairs.weights.map((weight) => weight * factor) };
}

/** The same pairs with weights whose absolute values sum to `total`, so that terms with many and with few pairs are comparable. */
export function normalizeWeights(pairs: Pairs, total = 1): Pairs {
  const sum = pairs.weights.reduce((so, weight) => so + Math.abs(weight), 0);
  return sum > 0 ? scaleWeights(pairs, total / sum) : pairs;
}

/** The pairs at the given positions, such as a mini-batch. */
export function selectPairs(
  { first, second, weights, kinds, scales }: Pairs,
  positions: ArrayLike<number>,
): Pairs {
  return {
    count: positions.length,
    first: Int32Array.from(positions, (e) => first[e]),
    second: Int32Array.from(positions, (e) => second[e]),
    weights: Float64Array.from(positions, (e) => weights[e]),
    kinds: Int8Array.from(positions, (e) => kinds[e]),
    ...(scales && {
      scales: Float64Array.from(
        { length: 2 * positions.length },
        (_, at) => scales[2 * positions[at >> 1] + (at & 1)],
      ),
    }),
  };
}

/** Concatenates lists of pairs. */
export function joinPairs(...lists: readonly Pairs[]): Pairs {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const joined = {
    count,
    first: new Int32Array(count),
    second: new Int32Array(count),
    weights: new Float64Array(count),
    kinds: new Int8Array(count),
  };
  const scales = lists.some((list) => list.scales) ? new Float64Array(2 * count).fill(1) : undefined;
  let at = 0;
  for (const list of lists) {
    joined.first.set(list.first, at);
    joined.second.set(list.second, at);
    joined.weights.set(list.weights, at);
    joined.kinds.set(list.kinds, at);
    if (list.scales) scales!.set(list.scales, 2 * at);
    at += list.count;
  }
  return scales ? { ...joined, scales } : joined;
}
