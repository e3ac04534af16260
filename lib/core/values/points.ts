import { check } from "../errors";
import { plural } from "../printing";
import { isTensor } from "../options";
import { toFloats, toFloatsLater, type Matrix, type MatrixLike } from "./matrix";

/** Requirements on points, besides being finite. */
export interface PointsNeeds {
  /** The least number of rows. Default 1. */
  rows?: number;
  /** Why the points must not all be equal, and what to do: "so there is nothing to lay out. …". If left out, they may be equal. */
  differ?: string;
  /** What to do about numbers that are not finite. */
  advice?: string;
}

/** Reads a matrix of finite numbers, one row per point, in its own precision. `name` is for error texts: "kMeans: x". */
export function readPoints(x: MatrixLike, name: string, needs: PointsNeeds = {}): Matrix {
  return checkPoints(toFloats(x, name), name, { ...adviceOf(x), ...needs });
}

/** The same, but reads tensors asynchronously, as the webgpu engine requires. */
export async function readPointsLater(x: MatrixLike, name: string, needs: PointsNeeds = {}): Promise<Matrix> {
  return checkPoints(await toFloatsLater(x, name), name, { ...adviceOf(x), ...needs });
}

/** What has no gaps was computed: a tensor usually by a network. */
const adviceOf = (x: MatrixLike): PointsNeeds =>
  isTensor(x)
    ? { advice: "A network's output that is not finite has overflowed: lower its learning rate." }
    : {};

/** Checks everything in one pass over the numbers. */
function checkPoints(
  points: Matrix,
  name: string,
  { rows = 1, differ, advice = "Replace or remove missing values." }: PointsNeeds,
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
    () => `${caller}: all ${plural(n, "row")} of ${argument} are equal, ${differ}`,
  );
  return points;
}
