/** The random-walk proximities P = (1 − γ)(I − γQ)⁻¹ along the edges of the graph, in the order of `neighbors`. */
export interface EdgeProximities {
  /** P_ij for the edge i → j. */
  forward: Float64Array;
  /** P_ji for the edge i → j. */
  backward: Float64Array;
  /** How they were computed, in words. */
  how: string;
  /** Upper bound on the error of the values: proven for "iterative", rounding for "exact". */
  errorBound: number;
}
