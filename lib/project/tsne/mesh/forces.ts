/**
 * The two sums that make up the gradient of t-SNE's divergence at the points y, with q_ij = 1/(1 + ‖y_i − y_j‖²) and
 * Z = Σ_{i≠j} q_ij: ∂KL/∂y_i = 4 Σ_j p_ij q_ij (y_i − y_j) − (4/Z) Σ_j q_ij² (y_i − y_j).
 */
export interface Forces {
  /** Adds factor · Σ_j p_ij q_ij (y_i − y_j) to `sums`. */
  readonly attract: (points: Float64Array, factor: number, sums: Float64Array) => void;
  /** Writes Σ_j q_ij² (y_i − y_j) into `sums` and gives Z. */
  readonly repel: (points: Float64Array, sums: Float64Array) => number;
}
