import type { JointProbabilities } from "./jointProbabilities";

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
