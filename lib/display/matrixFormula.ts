import { check } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import type { SquareMatrix } from "../graph";
import { DISPLAY, type Bundle } from "./notebookDisplay";
import { isRecord, isTensor, readOptions, text, wholeNumber } from "../core/options";

export interface MatrixFormulaOptions {
  /** Maximum number of decimal digits; trailing zeros are left out. Default 3. */
  digits?: number;
}

/** A matrix of the library, a tensor, nested arrays, or a matrix of mathjs, which has `toArray`. */
export type ShownMatrix = MatrixLike | SquareMatrix | { toArray(): unknown };

/**
 * A small matrix as a formula, `name = [ … ]`, shown when it is a cell's last value. `name` is LaTeX.
 *
 * @example matrixFormula("W^0", initialAffinities([0, -1, 1]));
 */
export function matrixFormula(
  name: string,
  matrix: ShownMatrix,
  options: MatrixFormulaOptions = {},
): { toString(): string } {
  const { digits } = readOptions("matrixFormula", options, {
    digits: wholeNumber({ min: 0, max: 20, default: 3 }),
  });
  text.read(name, "matrixFormula: name");
  const { data, shape } = toFloat64(entriesOf(matrix), "matrixFormula: matrix");
  const [rows, columns] = shape;
  check(
    rows * columns > 0 && rows <= 12 && columns <= 12,
    () => `matrixFormula: matrix must have between 1 and 12 rows and columns, got [${rows}, ${columns}].`,
  );
  const entry = (value: number) => String(Number(value.toFixed(digits))).replace(/^-0$/, "0");
  const lines = Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns), entry),
  );
  const body = lines.map((line) => line.join(" & ")).join(" \\\\ ");
  const width = Math.max(...lines.flat().map((text) => text.length));
  const plain = lines.map((line) => line.map((text) => text.padStart(width)).join("  ")).join("\n");
  return {
    toString: () => `${name} =\n${plain}`,
    [DISPLAY]: (): Bundle => ({
      "text/latex": `$$${name} = \\begin{bmatrix} ${body} \\end{bmatrix}$$`,
      "text/plain": `${name} =\n${plain}`,
    }),
  } as { toString(): string };
}

function entriesOf(matrix: ShownMatrix): MatrixLike {
  if (!isRecord(matrix) || isTensor(matrix)) return matrix as MatrixLike;
  const { toDense, toArray } = matrix as Partial<SquareMatrix & { toArray(): number[][] }>;
  if (typeof toDense === "function") return (matrix as unknown as SquareMatrix).toDense();
  return typeof toArray === "function"
    ? (matrix as { toArray(): number[][] }).toArray()
    : (matrix as MatrixLike);
}
