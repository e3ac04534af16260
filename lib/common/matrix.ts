import * as tf from "@tensorflow/tfjs-core";
import { check } from "./errors";

/** A dense matrix, row by row: entry (i, j) is `data[i * shape[1] + j]`. */
export interface Matrix<Data extends Float32Array | Float64Array = Float32Array | Float64Array> {
  data: Data;
  shape: [rows: number, columns: number];
}

/** What every function of the library takes for a matrix; rows are examples. */
export type MatrixLike =
  | readonly (readonly number[])[]
  | { data: ArrayLike<number>; shape: readonly [number, number] }
  | tf.Tensor2D;

/** Copies (or, where the type already fits, shares) a matrix as float64. `name` is for error texts: "knnGraph: z". */
export function toFloat64(matrix: MatrixLike, name: string): Matrix<Float64Array> {
  return convert(matrix, name, Float64Array);
}

/** Copies (or, where the type already fits, shares) a matrix as float32. */
export function toFloat32(matrix: MatrixLike, name: string): Matrix<Float32Array> {
  return convert(matrix, name, Float32Array);
}

/** A new tensor with the matrix's entries. The caller owns it; the input is left alone. */
export function toTensor(matrix: MatrixLike, name: string): tf.Tensor2D {
  if (matrix instanceof tf.Tensor) {
    checkRank(matrix, name);
    return matrix.clone();
  }
  const { data, shape } = toFloat32(matrix, name);
  return tf.tensor2d(data, shape);
}

function convert<Data extends Float32Array | Float64Array>(
  matrix: MatrixLike,
  name: string,
  Type: new (values: number | ArrayLike<number>) => Data,
): Matrix<Data> {
  if (matrix instanceof tf.Tensor) {
    checkRank(matrix, name);
    return { data: adopt(matrix.dataSync(), Type), shape: [...matrix.shape] };
  }
  if (Array.isArray(matrix)) {
    const rows = matrix as readonly (readonly number[])[];
    const columns = rows[0]?.length ?? 0;
    const data = new Type(rows.length * columns);
    rows.forEach((row, i) => {
      check(
        Array.isArray(row) && row.length === columns,
        () =>
          `${name} must be rows of equal length, got row ${i} of length ${row.length} after rows of ${columns}.`,
      );
      data.set(row, i * columns);
    });
    return { data, shape: [rows.length, columns] };
  }
  const { data, shape } = matrix as { data: ArrayLike<number>; shape: readonly [number, number] };
  check(
    Array.isArray(shape) && shape.length === 2 && data.length === shape[0] * shape[1],
    () =>
      `${name} must be number[][], { data, shape: [rows, columns] } or a 2-D tensor, got shape [${String(shape)}] with ${data?.length} values.`,
  );
  return { data: adopt(data, Type), shape: [shape[0], shape[1]] };
}

function adopt<Data extends Float32Array | Float64Array>(
  values: ArrayLike<number>,
  Type: new (values: number | ArrayLike<number>) => Data,
): Data {
  return values instanceof Type ? values : new Type(values);
}

function checkRank(tensor: tf.Tensor, name: string): void {
  check(
    tensor.rank === 2,
    () => `${name} must have two dimensions, got a tensor of shape [${String(tensor.shape)}].`,
  );
}
