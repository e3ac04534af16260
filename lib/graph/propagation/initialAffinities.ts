import { check, plural } from "../../core";
import { classesOf, readLabels, type Labels } from "../../core/values";
import { squareMatrix, type SquareMatrix } from "../squareMatrix";

/**
 * The initial affinities W⁰: +1 for two labeled points of the same class, −1 for two of different classes,
 * +1 on the diagonal, and 0 if a point is unlabeled (paper §2).
 *
 * @example initialAffinities([0, -1, 1]).row(0); // → [1, 0, -1]
 */
export function initialAffinities(labels: Labels): SquareMatrix {
  const known = readLabels(labels, "initialAffinities");
  const n = known.length;
  check(
    n > 0,
    () => "initialAffinities: labels must not be empty. Pass one entry per point, −1 for unlabeled.",
  );
  const at = (i: number, j: number) => {
    if (i === j) return 1;
    if (known[i] < 0 || known[j] < 0) return 0;
    return known[i] === known[j] ? 1 : -1;
  };
  const labeled = known.filter((label) => label >= 0).length;
  const summary = `W⁰: ${n} x ${n}, ${plural(labeled, "labeled point")} of ${plural(classesOf(known).length, "class", "classes")}`;
  return squareMatrix("initialAffinities", n, summary, {
    at,
    row: (i) => Float64Array.from({ length: n }, (_, j) => at(i, j)),
  });
}
