import type { KnnGraph } from "../../graph";

/**
 * The symmetric joint probabilities, each pair once: for s in [starts[i], starts[i + 1]) the pair (i, partners[s]),
 * i < partners[s], has p_ij = p_ji = values[s]. All ordered pairs together sum to 1.
 */
export interface JointProbabilities {
  readonly n: number;
  readonly starts: Int32Array;
  readonly partners: Int32Array;
  readonly values: Float64Array;
}

/** p_ij = (p_{j|i} + p_{i|j})/2n. */
export function jointProbabilities(
  { n, k, neighbors }: KnnGraph,
  conditional: Float64Array,
): JointProbabilities {
  const listed = new Int32Array(n + 1);
  for (let e = 0; e < n * k; e++) listed[Math.min(Math.floor(e / k), neighbors[e]) + 1]++;
  for (let i = 0; i < n; i++) listed[i + 1] += listed[i];
  const edges = new Int32Array(n * k);
  const next = listed.slice();
  for (let e = 0; e < n * k; e++) edges[next[Math.min(Math.floor(e / k), neighbors[e])]++] = e;

  const starts = new Int32Array(n + 1);
  const partners = new Int32Array(n * k);
  const values = new Float64Array(n * k);
  const place = new Int32Array(n).fill(-1);
  let count = 0;
  for (let i = 0; i < n; i++) {
    starts[i] = count;
    for (let s = listed[i]; s < listed[i + 1]; s++) {
      const e = edges[s];
      const partner = Math.max(Math.floor(e / k), neighbors[e]);
      // Both ends may be neighbors of each other: the second uses the slot of the first.
      if (place[partner] < starts[i]) {
        place[partner] = count;
        partners[count++] = partner;
      }
      values[place[partner]] += conditional[e] / (2 * n);
    }
  }
  starts[n] = count;
  return { n, starts, partners: partners.slice(0, count), values: values.slice(0, count) };
}

/** KL(P‖Q) = Σ_{i≠j} p_ij log(p_ij/Q_ij) in nats, Q_ij = q_ij/Z with q_ij = 1/(1 + ‖y_i − y_j‖²) and Z = Σ_{i≠j} q_ij. */
export function divergence(
  { n, starts, partners, values }: JointProbabilities,
  points: Float64Array,
  z: number,
): number {
  const dimensions = points.length / n;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const p = values[s];
      if (p === 0) continue;
      let square = 0;
      for (let axis = 0; axis < dimensions; axis++) {
        square += (points[i * dimensions + axis] - points[partners[s] * dimensions + axis]) ** 2;
      }
      sum += 2 * p * Math.log(p * z * (1 + square));
    }
  }
  return sum;
}
