import * as tf from "@tensorflow/tfjs-core";

/*
 * The margins of Eq. 1 (paper §2): mᵢ = ‖Lᵀpᵢ‖² − 4tan²α‖Lᵀqᵢ‖², with pᵢ = zᵢ − zᵢ⁺ and qᵢ = zᵢ⁻ − (zᵢ + zᵢ⁺)/2. The loss is
 * J = Σᵢ ωᵢ log(1 + exp(mᵢ)).
 *
 * The network needs ∂J/∂z, which automatic differentiation gives: `angularMargins`. L takes many steps on the same triplets, with line
 * searches and Hessians, so `tripletObjective` has its derivatives in closed form: they reuse the product AL, A = [P; 2tanα·Q], that the
 * cost has made. The factor of the angle is in A there, so the two round differently; one in place of the other would be slower, and would
 * change the numbers of every seed.
 */

/** 2tanα */
export const angleWeight = (alpha: number): number => 2 * Math.tan((alpha * Math.PI) / 180);

/** 4tan²α, which Eq. 1 multiplies ‖Lᵀq‖² by. */
export const angleFactor = (alpha: number): number => angleWeight(alpha) ** 2;

/** m from the rows of p and q, [T, d], differentiable with respect to them and to L. */
export function angularMargins(
  p: tf.Tensor2D,
  q: tf.Tensor2D,
  metric: tf.Tensor2D,
  alpha: number,
): tf.Tensor1D {
  const lengths = (rows: tf.Tensor2D) => tf.sum(tf.square(tf.matMul(rows, metric)), 1);
  return tf.sub(lengths(p), tf.mul(lengths(q), angleWeight(alpha) ** 2));
}

/** m from the squared lengths of the rows of AL, [2T]. It is linear: their derivatives give ṁ. */
export function marginsOfStacked(lengths: ArrayLike<number>): Float64Array {
  const triplets = lengths.length / 2;
  const margins = new Float64Array(triplets);
  for (let i = 0; i < triplets; i++) margins[i] = lengths[i] - lengths[triplets + i];
  return margins;
}
