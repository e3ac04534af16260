import type { Matrix, MatrixLike } from "../core/values/matrix";
import { readPoints as read, readPointsLater } from "../core/values/points";

const needs = {
  rows: 2,
  differ: "so there is nothing to lay out. Check that the embeddings did not collapse.",
};

/** Float32 where x is float32 already, else float64: nothing is rounded. `name` is the caller's, for error texts. */
export function readPoints(x: MatrixLike, name: string, argument = "x"): Promise<Matrix> {
  return readPointsLater(x, `${name}: ${argument}`, needs);
}

/** As `readPoints`, for functions that answer at once; tensors of the webgpu engine cannot be read so. */
export function readPointsSync(x: MatrixLike, name: string, argument = "x"): Matrix {
  return read(x, `${name}: ${argument}`, needs);
}
