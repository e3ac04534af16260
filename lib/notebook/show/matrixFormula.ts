import { check } from "../../common/errors";
import { toFloat64, type MatrixLike } from "../../common/matrix";
import type { SquareMatrix } from "../../graph";
import { DISPLAY, type Bundle } from "./notebookDisplay";

export interface MatrixFormulaOptions {
  /** Digits behind the point, at most; zeros at the end are left out. Default 3. */
  digits?: number;
}

/** A matrix of the library, a tensor, nested arrays, or a matrix of mathjs, which gives its entries by `toArray`. */
export type ShownMatrix = MatrixLike | SquareMatrix | { toArray(): unknown };

/**
 * A small matrix as a formula, `name = [ … ]`, which shows itself as a cell's last value. `name` is LaTeX.
 *
 * @example matrixFormula("W^0", initialAffinities(labels))
 */
export function matrixFormula(
  name: string,
  matrix: ShownMatrix,
  { digits = 3 }: MatrixFormulaOptions = {},
): { toString(): string } {
  const { data, shape } = toFloat64(entriesOf(matrix), "matrixFormula: matrix");
  const [rows, columns] = shape;
  check(
    rows * columns > 0 && rows <= 12 && columns <= 12,
    () => `matrixFormula: matrix must be at most 12 by 12 to be read, got [${rows}, ${columns}].`,
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
  if ("toDense" in matrix) return matrix.toDense();
  return "toArray" in matrix ? (matrix.toArray() as number[][]) : matrix;
}
