/** Triplets by index: the anchor is to come nearer to the positive than to the negative. */
export interface Triplets {
  count: number;
  anchors: Int32Array;
  positives: Int32Array;
  negatives: Int32Array;
}

/** The triplets at the given positions, such as a mini-batch. */
export function selectTriplets(triplets: Triplets, positions: ArrayLike<number>): Triplets {
  const take = (from: Int32Array) => Int32Array.from(positions, (i) => from[i]);
  return {
    count: positions.length,
    anchors: take(triplets.anchors),
    positives: take(triplets.positives),
    negatives: take(triplets.negatives),
  };
}
