import type { Matrix } from "../core/values";

/** 1 for the same class, −1 for different ones; by the labels, else by the beliefs, 2Fᵢ·Fⱼ − 1, else 0. */
export function relationsOf(
  labels: Int32Array,
  positions: Int32Array,
  beliefs: Matrix<Float32Array> | undefined,
): Matrix<Float32Array> {
  const n = labels.length;
  const data = new Float32Array(n * n);
  const believed = (i: number, j: number) => {
    if (!beliefs) return 0;
    const classes = beliefs.shape[1];
    let product = 0;
    for (let c = 0; c < classes; c++)
      product += beliefs.data[positions[i] * classes + c] * beliefs.data[positions[j] * classes + c];
    // Rounding may leave a product of unit vectors a little above 1.
    return Math.min(1, 2 * product - 1);
  };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const known = labels[i] >= 0 && labels[j] >= 0;
      data[i * n + j] =
        positions[i] === positions[j] ? 1 : known ? (labels[i] === labels[j] ? 1 : -1) : believed(i, j);
    }
  }
  return { data, shape: [n, n] };
}
