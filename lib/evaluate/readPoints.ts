import * as tf from "@tensorflow/tfjs-core";
import { check } from "../common/errors";
import { type MatrixLike, toFloat32, toFloat64 } from "../common/matrix";
import type { Points } from "../graph/nearest/squaredDistance";

/** Reads a matrix of finite numbers, in the precision it has. `name` is for error texts: "kMeans: x". */
export function readPoints(x: MatrixLike, name: string): Points {
  check(
    !(x instanceof tf.Tensor && tf.engine().backendName === "webgpu"),
    () =>
      `${name} is a tensor of the webgpu engine, which can only be read asynchronously. Pass await tensor.array() instead.`,
  );
  const single = x instanceof tf.Tensor || ("data" in x && x.data instanceof Float32Array);
  const { data, shape } = single ? toFloat32(x, name) : toFloat64(x, name);
  const [n, d] = shape;
  check(n >= 1 && d >= 1, () => `${name} must have at least 1 row and 1 column, got shape [${n}, ${d}].`);
  for (let at = 0; at < data.length; at++) {
    check(
      Number.isFinite(data[at]),
      () =>
        `${name} must be finite, got ${data[at]} in row ${Math.floor(at / d)}, column ${at % d}. Check the network's output for overflow.`,
    );
  }
  return { data, n, d };
}

/** Points with a class each. */
export interface LabeledPoints {
  points: Points;
  labels: Int32Array;
  /** How many points each class has. */
  classSizes: Map<number, number>;
}

/** Reads embeddings that differ, and their labels: whole numbers from 0 up, of at least two classes. */
export function readLabeledPoints(
  embeddings: MatrixLike,
  labels: ArrayLike<number>,
  name: string,
): LabeledPoints {
  const points = readPoints(embeddings, `${name}: embeddings`);
  const { data, n, d } = points;
  check(
    data.some((value, at) => value !== data[at % d]),
    () =>
      `${name}: all ${n} rows of embeddings are equal, so no point is nearer than another. Check that they did not collapse.`,
  );
  check(
    labels?.length === n,
    () =>
      `${name}: labels must have one entry per row of embeddings, got ${labels?.length} labels for ${n} rows.`,
  );
  const classes = Int32Array.from(labels);
  const classSizes = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    check(
      classes[i] === labels[i] && classes[i] >= 0,
      () =>
        `${name}: labels must be whole numbers from 0 up, got ${labels[i]} at ${i}. Leave unlabeled points out.`,
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
