/**
 * The relevance (0 or 1) of the `wanted` nearest of some points, nearest first; ties keep the given order.
 * Relevant and irrelevant distances are sorted separately, which is fast, and merged. Only a tie between the two requires
 * sorting the points themselves, which is slower.
 */
export function orderedRelevance(distances: Float64Array, relevant: Uint8Array, wanted: number): Uint8Array {
  const [near, other] = separated(distances, relevant);
  const ordered = new Uint8Array(wanted);
  for (let place = 0, a = 0, b = 0; place < wanted; place++) {
    if (near[a] === other[b]) return orderedByPoint(distances, relevant, wanted);
    const isRelevant = b === other.length || near[a] < other[b];
    ordered[place] = isRelevant ? 1 : 0;
    if (isRelevant) a++;
    else b++;
  }
  return ordered;
}

/** The distances of the relevant and of the other points, both ascending. */
function separated(distances: Float64Array, relevant: Uint8Array): [Float64Array, Float64Array] {
  let count = 0;
  for (let c = 0; c < relevant.length; c++) count += relevant[c];
  const near = new Float64Array(count);
  const other = new Float64Array(relevant.length - count);
  for (let c = 0, a = 0, b = 0; c < relevant.length; c++) {
    if (relevant[c] === 1) near[a++] = distances[c];
    else other[b++] = distances[c];
  }
  return [near.sort(), other.sort()];
}

function orderedByPoint(distances: Float64Array, relevant: Uint8Array, wanted: number): Uint8Array {
  const order = [...distances.keys()].sort((a, b) => distances[a] - distances[b] || a - b);
  return Uint8Array.from(order.slice(0, wanted), (c) => relevant[c]);
}
