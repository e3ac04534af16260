import { check, plural } from "../../core";
import { readLabels, readPoints, type Labels, type Matrix, type MatrixLike } from "../../core/values";

/** Points with their classes. */
export interface LabeledPoints {
  points: Matrix;
  labels: Int32Array;
  /** Number of points per class. */
  classSizes: Map<number, number>;
}

/** Reads embeddings that differ, and their labels: none missing, and at least two classes. */
export function readLabeledPoints(embeddings: MatrixLike, labels: Labels, name: string): LabeledPoints {
  const points = readPoints(embeddings, `${name}: embeddings`, {
    differ: "so no point is nearer than another. Check that they did not collapse.",
  });
  const [n] = points.shape;
  const classes = readLabels(labels, name);
  check(
    classes.length === n,
    () =>
      `${name}: labels must have one entry per row of embeddings, got ${plural(classes.length, "label")} for ${plural(n, "row")}.`,
  );
  const classSizes = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    check(
      classes[i] >= 0,
      () =>
        `${name}: labels must hold the class of every point, got an unlabeled one at ${i}. Leave unlabeled points out.`,
    );
    classSizes.set(classes[i], (classSizes.get(classes[i]) ?? 0) + 1);
  }
  check(
    classSizes.size >= 2,
    () =>
      `${name}: labels must hold at least 2 classes, got only class ${classes[0]}. Add points of other classes.`,
  );
  return { points, labels: classes, classSizes };
}
