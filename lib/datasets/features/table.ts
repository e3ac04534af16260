import { check } from "../../core";
import type { Matrix } from "../../core/values";

/** A column of a file: numbers or texts, one per row, with NaN and null where there is none, or a vector per row. */
export type Column =
  | { kind: "numbers"; values: ArrayLike<number> }
  | { kind: "texts"; values: readonly (string | null)[] }
  | { kind: "vectors"; values: Matrix<Float32Array> };

/** The content of a file of features: columns of equal length by name, in their order. */
export interface Table {
  rows: number;
  columns: Map<string, Column>;
}

export const lengthOf = ({ kind, values }: Column): number =>
  kind === "vectors" ? values.shape[0] : values.length;

/** An array of a file as a column: a list of numbers, or a vector per row. */
export function columnOf(data: Float32Array, shape: readonly number[]): Column {
  if (shape.length <= 1) return { kind: "numbers", values: data };
  const [rows, ...others] = shape;
  const width = others.reduce((product, extent) => product * extent, 1);
  return { kind: "vectors", values: { data, shape: [rows, width] } };
}

/** Values of any language: numbers, texts, or vectors of equal length; null where there is none. */
export function columnOfValues(values: ArrayLike<unknown>, name: string): Column {
  const first = Array.prototype.find.call(
    values,
    (value) => value !== null && value !== undefined,
  ) as unknown;
  if (isVector(first)) return vectorsOf(values, first.length, name);
  if (typeof first === "string")
    return {
      kind: "texts",
      values: Array.from(values, (value) => (typeof value === "string" && value !== "" ? value : null)),
    };
  check(
    first === undefined || isNumeric(first),
    () =>
      `its column ${JSON.stringify(name)} holds neither numbers, texts nor lists of numbers. Leave it out`,
  );
  return {
    kind: "numbers",
    values: Float64Array.from(values, (value) => (isNumeric(value) ? Number(value) : NaN)),
  };
}

const isNumeric = (value: unknown) =>
  typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";

const isVector = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

function vectorsOf(values: ArrayLike<unknown>, width: number, name: string): Column {
  const data = new Float32Array(values.length * width);
  for (let i = 0; i < values.length; i++) {
    const vector = values[i];
    check(
      isVector(vector) && vector.length === width,
      () =>
        `its column ${JSON.stringify(name)} has a vector of ${isVector(vector) ? vector.length : 0} numbers in row ${i} after ones of ${width}`,
    );
    for (let j = 0; j < width; j++) data[i * width + j] = isNumeric(vector[j]) ? Number(vector[j]) : NaN;
  }
  return columnOf(data, [values.length, width]);
}
