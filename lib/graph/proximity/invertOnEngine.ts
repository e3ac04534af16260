import * as tf from "@tensorflow/tfjs-core";
import type { YieldToEventLoop } from "../../core";
import { invertSmall } from "./invertPlain";
import type { KilledWalk } from "./killedWalk";

const height = 256;

/**
 * A⁻¹ of a walk as a dense m x m float32 matrix, by block Gauss–Jordan on the current engine: 2m³ operations, almost
 * all of them in matMul. The matrix is stored as panels of `height` rows, [N | excess], so that memory stays near m²
 * floats. The pivot blocks are inverted in float64.
 */
export async function invertOnEngine(
  walk: KilledWalk,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float32Array> {
  const steps = invertInSteps(walk);
  try {
    let step = steps.next(noValues);
    while (!step.done) {
      const values = await step.value.data<"float32">();
      await yieldToEventLoop();
      step = steps.next(values);
    }
    return step.value;
  } finally {
    steps.return(noValues);
  }
}

/** The same synchronously, for engines that allow it. */
export function invertOnEngineNow(walk: KilledWalk): Float32Array {
  const steps = invertInSteps(walk);
  let step = steps.next(noValues);
  while (!step.done) step = steps.next(step.value.dataSync<"float32">());
  return step.value;
}

const noValues = new Float32Array();

/** Yields every tensor whose values it needs next, and always disposes of its tensors. */
function* invertInSteps(walk: KilledWalk): Generator<tf.Tensor2D, Float32Array, Float32Array> {
  const m = walk.n;
  const panels: tf.Tensor2D[] = [];
  const wanted: tf.Tensor2D[] = [];
  try {
    for (let from = 0; from < m; from += height)
      panels.push(densePanel(walk, from, Math.min(from + height, m)));
    for (let p = 0; p < panels.length; p++) {
      wanted[0] = pivotBlock(panels[p], p * height);
      const values = yield wanted[0];
      wanted[0].dispose();
      pivot(panels, p, invertPivotBlock(values, panels[p].shape[0]));
    }
    const inverse = new Float32Array(m * m);
    for (let p = 0; p < panels.length; p++) {
      wanted[0] = tf.slice(panels[p], [0, 0], [panels[p].shape[0], m]);
      inverse.set(scaleRows(yield wanted[0], walk.excess), p * height * m);
      tf.dispose([wanted[0], panels[p]]);
    }
    return inverse;
  } finally {
    tf.dispose([panels, wanted]);
  }
}

/** Makes every row of A⁻¹ satisfy A⁻¹·excess = 1 exactly, which removes most of the rounding error. */
function scaleRows(rows: Float32Array, excess: Float64Array): Float32Array {
  const m = excess.length;
  for (let row = 0; row < rows.length; row += m) {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += rows[row + j] * excess[j];
    for (let j = 0; j < m; j++) rows[row + j] /= sum;
  }
  return rows;
}

function densePanel(
  { n, starts, targets, weights, excess }: KilledWalk,
  from: number,
  to: number,
): tf.Tensor2D {
  const dense = new Float32Array((to - from) * (n + 1));
  for (let i = from; i < to; i++) {
    const row = (i - from) * (n + 1);
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[row + targets[s]] = weights[s]!;
    dense[row + n] = excess[i]!;
  }
  return tf.tensor2d(dense, [to - from, n + 1]);
}

/** The input for inverting a panel's pivot block: [N_BB | row sums over the columns to come, excess included]. */
function pivotBlock(rows: tf.Tensor2D, from: number): tf.Tensor2D {
  const [b, columns] = rows.shape;
  return tf.tidy(() =>
    tf.concat(
      [
        tf.slice(rows, [0, from], [b, b]),
        tf.sum<tf.Tensor2D>(tf.slice(rows, [0, from + b], [b, columns - from - b]), 1, true),
      ],
      1,
    ),
  );
}

/**
 * One step with the rows of panel p as pivots, given the inverse B⁻¹ of their block: R ← B⁻¹R there, and
 * M_i ← M_i + M_iB·R elsewhere. In the pivot columns R holds B⁻¹ − I, which turns "replace by M_iB·B⁻¹" into the same
 * sum (no digits are lost: B⁻¹ ≥ I).
 */
function pivot(panels: tf.Tensor2D[], p: number, inverse: Float32Array): void {
  const rows = panels[p];
  const b = rows.shape[0];
  const from = p * height;
  const product = tf.tidy(() => tf.matMul<tf.Tensor2D>(tf.tensor2d(inverse, [b, b]), rows));
  const replaced = tf.tidy(() => withBlock(product, inverse, from));
  const shifted = inverse.slice();
  for (let i = 0; i < b; i++) shifted[i * b + i] -= 1;
  const update = tf.tidy(() => withBlock(product, shifted, from));
  tf.dispose([product, rows]);
  panels[p] = replaced;
  for (let q = 0; q < panels.length; q++) {
    if (q === p) continue;
    const old = panels[q];
    panels[q] = tf.tidy(() => tf.add(old, tf.matMul(tf.slice(old, [0, from], [old.shape[0], b]), update)));
    old.dispose();
  }
  update.dispose();
}

function invertPivotBlock(own: Float32Array, b: number): Float32Array {
  const weights = new Float64Array(b * b);
  const excess = new Float64Array(b);
  for (let i = 0; i < b; i++) {
    weights.set(own.subarray(i * (b + 1), i * (b + 1) + b), i * b);
    excess[i] = own[i * (b + 1) + b]!;
  }
  return Float32Array.from(invertSmall(weights, excess));
}

/** The rows with the b x b block at column `from` replaced. */
function withBlock(rows: tf.Tensor2D, block: Float32Array, from: number): tf.Tensor2D {
  const [b, columns] = rows.shape;
  const right = [tf.tensor2d(block, [b, b]), tf.slice(rows, [0, from + b], [b, columns - from - b])];
  return tf.concat(from > 0 ? [tf.slice(rows, [0, 0], [b, from]), ...right] : right, 1);
}
