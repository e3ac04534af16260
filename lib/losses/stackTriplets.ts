import { isTensor } from "../core/options";
import { check } from "../core";
import { toFloat32, toFloat64, type MatrixLike } from "../core/values";
import type { Algebra } from "../algebra";

/** A = [P; weight·Q], [2T, d], in the algebra's precision. Tensors that are on the engine already are not read back to look for NaN. */
export function stackTriplets<M>(algebra: Algebra<M>, p: MatrixLike, q: MatrixLike, weight: number): M {
  return algebra.scope(() => {
    const [first, second] = [upload(algebra, p, "p"), upload(algebra, q, "q")];
    checkShapes(algebra.shape(first), algebra.shape(second));
    return algebra.stack(first, algebra.combine(weight, second, 0, second));
  });
}

function upload<M>(algebra: Algebra<M>, matrix: MatrixLike, name: string): M {
  const title = `metricProblem: ${name}`;
  if (isTensor(matrix) && algebra.precision === "float32") return algebra.from(matrix, title);
  const values = algebra.precision === "float32" ? toFloat32(matrix, title) : toFloat64(matrix, title);
  const at = values.data.findIndex((value) => !Number.isFinite(value));
  check(
    at < 0,
    () =>
      `${title} must be finite, got ${values.data[at]} at position ${at}. Check the embeddings it comes from.`,
  );
  return algebra.from(values, title);
}

function checkShapes(p: readonly number[], q: readonly number[]): void {
  check(
    p[0] === q[0] && p[1] === q[1],
    () =>
      `metricProblem: p and q must have the same shape [T, d], got [${String(p)}] and [${String(q)}]. Take both from tripletDifferences.`,
  );
  check(
    p[0] >= 1 && p[1] >= 1,
    () => `metricProblem: p and q must hold at least one triplet, got shape [${String(p)}].`,
  );
}
