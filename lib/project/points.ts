import * as tf from "@tensorflow/tfjs-core";
import { check } from "../common/errors";
import { type Matrix, type MatrixLike, toFloat32, toFloat64 } from "../common/matrix";

/** Float32 where x is float32 already, else float64: nothing is rounded. `name` is the caller's, for error texts. */
export async function readPoints(x: MatrixLike, name: string, argument = "x"): Promise<Matrix> {
  const matrix = x instanceof tf.Tensor ? { data: await x.data(), shape: x.shape } : x;
  return readPointsSync(matrix, name, argument);
}

/** As `readPoints`, for functions that answer at once; tensors of the webgpu engine cannot be read so. */
export function readPointsSync(x: MatrixLike, name: string, argument = "x"): Matrix {
  check(
    !(x instanceof tf.Tensor && tf.engine().backendName === "webgpu"),
    () =>
      `${name}: ${argument} is a tensor of the webgpu engine, which can only be read asynchronously. Pass await ${argument}.array() instead.`,
  );
  check(
    typeof x === "object" && x !== null,
    () =>
      `${name}: ${argument} must be number[][], { data, shape: [rows, columns] } or a 2-D tensor, got ${typeof x}.`,
  );
  const single = x instanceof tf.Tensor || ("data" in x && x.data instanceof Float32Array);
  return checkPoints(
    single ? toFloat32(x, `${name}: ${argument}`) : toFloat64(x, `${name}: ${argument}`),
    name,
    argument,
  );
}

function checkPoints(points: Matrix, name: string, argument: string): Matrix {
  const { data, shape } = points;
  const [n, d] = shape;
  check(
    n >= 2 && d >= 1,
    () => `${name}: ${argument} must have at least 2 rows and 1 column, got shape [${n}, ${d}]. Add points.`,
  );
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  check(
    wrong < 0,
    () =>
      `${name}: ${argument} must be finite, got ${data[wrong]} in row ${Math.floor(wrong / d)}, column ${wrong % d}. Check the network's output for overflow.`,
  );
  check(
    data.some((value, at) => value !== data[at % d]),
    () =>
      `${name}: all ${n} rows of ${argument} are equal, so there is nothing to lay out. Check that the embeddings did not collapse.`,
  );
  return points;
}
