import { check } from "../errors";
import { toFloats, toFloatsLater, type Matrix, type MatrixLike } from "./matrix";

/** What points must be, besides finite. */
export interface PointsNeeds {
  /** Rows at least. Default 1. */
  rows?: number;
  /** Why points must not all be equal, with what to do: "so there is nothing to lay out. …". They may be where this is left out. */
  differ?: string;
  /** What to do about numbers that are not finite. */
  advice?: string;
}

/** Reads a matrix of finite numbers, one row per point, in the precision that it has. `name` is for error texts: "kMeans: x". */
export function readPoints(x: MatrixLike, name: string, needs: PointsNeeds = {}): Matrix {
  return checkPoints(toFloats(x, name), name, needs);
}

/** The same, but tensors are read without blocking, which the webgpu engine demands. */
export async function readPointsLater(x: MatrixLike, name: string, needs: PointsNeeds = {}): Promise<Matrix> {
  return checkPoints(await toFloatsLater(x, name), name, needs);
}

/** One pass over the numbers. */
function checkPoints(
  points: Matrix,
  name: string,
  { rows = 1, differ, advice = "Check the network's output for overflow." }: PointsNeeds,
): Matrix {
  const { data, shape } = points;
  const [n, d] = shape;
  check(
    n >= rows && d >= 1,
    () =>
      `${name} must have at least ${rows} row${rows === 1 ? "" : "s"} and 1 column, got shape [${n}, ${d}].${n < rows ? " Add points." : ""}`,
  );
  let wrong = -1;
  let differs = false;
  for (let i = 0, at = 0; i < n; i++) {
    for (let c = 0; c < d; c++, at++) {
      if (!Number.isFinite(data[at]) && wrong < 0) wrong = at;
      if (data[at] !== data[c]) differs = true;
    }
  }
  check(
    wrong < 0,
    () =>
      `${name} must be finite, got ${data[wrong]} in row ${Math.floor(wrong / d)}, column ${wrong % d}. ${advice}`,
  );
  const [caller, argument] = name.split(": ");
  check(
    differ === undefined || differs,
    () => `${caller}: all ${n} rows of ${argument} are equal, ${differ}`,
  );
  return points;
}
