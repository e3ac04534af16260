import { types } from "node:util";
import { plural } from "../printing";
import * as tf from "@tensorflow/tfjs-core";
import {
  checkReadableNow,
  describeValue,
  isArray,
  isList,
  isNumberArray,
  isRecord,
  isTensor,
  readNumbers,
  readTensor,
  wrongValue,
  type List,
} from "../options";
import { check, UserError } from "../errors";

/** A dense matrix, row by row: entry (i, j) is `data[i * shape[1] + j]`. */
export interface Matrix<Data extends Float32Array | Float64Array = Float32Array | Float64Array> {
  data: Data;
  shape: [rows: number, columns: number];
}

/** A table such as Danfo's DataFrame: rows of values, with names of the columns. */
export interface FrameLike {
  readonly values: unknown;
  readonly columns: readonly unknown[];
}

/**
 * A matrix as every function of the library takes it, one row per example: an array of rows, each an array or a typed array; values with
 * their shape; a 2-D tensor; a DataFrame of numbers, or a Series as its one column.
 */
export type MatrixLike =
  | readonly ArrayLike<number>[]
  | { data: ArrayLike<number>; shape: readonly [number, number] }
  | tf.Tensor2D
  | FrameLike;

/** The most numbers that a typed array can hold. */
const MAX_NUMBERS = 2 ** 32;

/** Converts a matrix to float64; data that are float64 already are shared, not copied. `name` is for error texts: "knnGraph: z". */
export function toFloat64(matrix: MatrixLike, name: string): Matrix<Float64Array> {
  return convert(matrix, name, Float64Array);
}

/** Converts a matrix to float32; data that are float32 already are shared, not copied. */
export function toFloat32(matrix: MatrixLike, name: string): Matrix<Float32Array> {
  return convert(matrix, name, Float32Array);
}

/** Float32 if the matrix is float32 or a tensor, else float64, so that nothing is rounded. */
export function toFloats(matrix: MatrixLike, name: string): Matrix {
  return isSingle(matrix) ? toFloat32(matrix, name) : toFloat64(matrix, name);
}

/** Like `toFloats`, but reads tensors asynchronously, as the webgpu engine requires. */
export async function toFloatsLater(matrix: MatrixLike, name: string): Promise<Matrix> {
  if (!isTensor(matrix)) return toFloats(matrix, name);
  const { shape } = readTensor<tf.Tensor2D>(matrix, name, 2);
  return toFloats({ data: await matrix.data(), shape }, name);
}

/** Whether a matrix has single precision. */
export function isSingle(matrix: MatrixLike): boolean {
  if (isArray(matrix)) return matrix.length > 0 && hasSingleRows(matrix);
  return isTensor(matrix) || (isRecord(matrix) && types.isFloat32Array((matrix as { data: unknown }).data));
}

/** Whether all rows are float32. Stops at the first hole, so that `new Array(1e9)` is rejected at once. */
function hasSingleRows(rows: readonly unknown[]): boolean {
  for (const row of rows) if (!types.isFloat32Array(row)) return false;
  return true;
}

/** A new tensor with the matrix's entries. The caller owns it; the input is left alone. */
export function toTensor(matrix: MatrixLike, name: string): tf.Tensor2D {
  if (isTensor(matrix)) return readTensor<tf.Tensor2D>(matrix, name, 2).clone();
  const { data, shape } = toFloat32(matrix, name);
  return tf.tensor2d(data, shape);
}

function convert<Data extends Float32Array | Float64Array>(
  matrix: MatrixLike,
  name: string,
  Type: new (values: number | ArrayLike<number>) => Data,
): Matrix<Data> {
  if (isTensor(matrix)) {
    const { shape } = readTensor<tf.Tensor2D>(matrix, name, 2);
    checkReadableNow(name);
    return { data: adopt(matrix.dataSync(), Type), shape: [...shape] };
  }
  if (isArray(matrix)) return fromRows(matrix, name, Type);
  if (isFrame(matrix)) return fromRows(frameRows(matrix, name), name, Type);
  const { data, shape } = readParts(matrix, name);
  return { data: adopt(readNumbers(data, `${name}.data`), Type), shape: [shape[0], shape[1]] };
}

/** Whether a value is a table whose values are rows. */
export function isFrame(value: unknown): value is FrameLike & { values: readonly unknown[] } {
  return isRecord(value) && isArray(value.columns) && isArray(value.values);
}

/** The rows of a table of numbers; a Series is a table of one column. */
function frameRows({ columns, values }: FrameLike & { values: readonly unknown[] }, name: string): List[] {
  const rows: List[] = [];
  for (const value of values) {
    const cells: List = isList(value) ? value : [value];
    const at = isArray(cells) ? cells.findIndex((cell) => typeof cell !== "number") : -1;
    check(at < 0, () => {
      const column = describeValue(columns[at]);
      return cells[at] === null || cells[at] === undefined
        ? `${name} must hold numbers, got no value in column ${column}, row ${rows.length}. Fill or drop missing values first.`
        : `${name} must hold numbers, got ${describeValue(cells[at])} in column ${column}, row ${rows.length}. Drop that column: frame.drop({ columns: [${column}] }).`;
    });
    rows.push(cells);
  }
  return rows;
}

function fromRows<Data extends Float32Array | Float64Array>(
  rows: readonly unknown[],
  name: string,
  Type: new (values: number | ArrayLike<number>) => Data,
): Matrix<Data> {
  const columns = isList(rows[0]) ? rows[0].length : 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    check(
      isList(row),
      () =>
        `${name} must be number[][] with rows of numbers, got ${describeValue(row)} as row ${i}.${typeof row === "number" ? " Put the numbers of each point into an array of their own: [[1, 2], [3, 4]]." : ""}`,
    );
    check(
      row.length === columns,
      () =>
        `${name} must be rows of equal length, got row ${i} of length ${row.length} after rows of ${columns}.`,
    );
  }
  checkSize(rows.length * columns, name);
  const data = new Type(rows.length * columns);
  for (let i = 0; i < rows.length; i++) data.set(readNumbers(rows[i], `${name}[${i}]`), i * columns);
  return { data, shape: [rows.length, columns] };
}

function readParts(matrix: unknown, name: string): { data: unknown; shape: readonly number[] } {
  const words = "number[][], { data, shape: [rows, columns] }, a 2-D tensor or a DataFrame";
  if (!isRecord(matrix) || !("data" in matrix && "shape" in matrix)) {
    const { message } = wrongValue(name, words, matrix);
    throw new UserError(`${message}${matrixAdvice(matrix)}`);
  }
  const { data, shape } = matrix;
  check(
    isList(data) &&
      isArray(shape) &&
      shape.length === 2 &&
      shape.every((extent) => Number.isInteger(extent) && Number(extent) >= 0) &&
      data.length === Number(shape[0]) * Number(shape[1]),
    () =>
      `${name} must be ${words}, got shape ${isArray(shape) && shape.length <= 4 && shape.every(Number.isFinite) ? `[${String(shape)}]` : describeValue(shape)} with ${isList(data) ? plural(data.length, "value") : describeValue(data)}.`,
  );
  return { data, shape: shape as readonly number[] };
}

/** What to pass instead; starts with a space. */
function matrixAdvice(value: unknown): string {
  if (isNumberArray(value)) return " Pass { data, shape: [rows, columns] }.";
  if (!isRecord(value)) return "";
  const part = ["points", "images", "embeddings"].find((key) => Object.hasOwn(value, key));
  return part === undefined ? "" : ` Pass its ${part}.`;
}

function checkSize(numbers: number, name: string): void {
  check(
    numbers <= MAX_NUMBERS,
    () => `${name} must have at most ${plural(MAX_NUMBERS, "number")}, got ${numbers}. Pass fewer rows.`,
  );
}

function adopt<Data extends Float32Array | Float64Array>(
  values: ArrayLike<number>,
  Type: new (values: number | ArrayLike<number>) => Data,
): Data {
  return values instanceof Type ? values : new Type(values);
}
