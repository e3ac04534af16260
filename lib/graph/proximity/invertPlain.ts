import type { YieldToEventLoop } from "../../core";

const width = 8;

/**
 * Inverts A = diag − N in place, m x m row by row: `weights` holds N ≥ 0 (its diagonal is ignored), `excess` = A·1 > 0.
 * Block Gauss–Jordan in blocks of eight pivots. Every entry only grows by products of non-negative numbers.
 * Calls `yieldToEventLoop` between blocks.
 */
export async function invertPlain(
  weights: Float64Array,
  excess: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  for (const step of invertInSteps(weights, excess)) if (step) await yieldToEventLoop();
  return weights;
}

/** The same without pauses, for small matrices. */
export function invertSmall(weights: Float64Array, excess: Float64Array): Float64Array {
  for (const step of invertInSteps(weights, excess)) if (!step) break;
  return weights;
}

function* invertInSteps(matrix: Float64Array, excess: Float64Array): Generator<boolean> {
  const m = excess.length;
  const pivotRows = new Float64Array(width * m);
  const block = new Float64Array(width * width);
  const blockExcess = new Float64Array(width);
  for (let from = 0; from < m; from += width) {
    const to = Math.min(from + width, m);
    const b = to - from;
    for (let i = 0; i < b; i++) {
      let sum = excess[from + i];
      for (let j = to, at = (from + i) * m + to; j < m; j++) sum += matrix[at++];
      blockExcess[i] = sum;
      for (let j = 0; j < b; j++) block[i * width + j] = matrix[(from + i) * m + from + j]!;
    }
    invertBlock(block, blockExcess, b);
    replacePivotRows(matrix, m, from, b, block, pivotRows);
    updateExcess(matrix, excess, m, from, b, block);
    for (let i = 0; i < m; i++) if (i < from || i >= to) updateRow(matrix, m, i, from, b, pivotRows);
    yield true;
  }
}

/** One pivot at a time on a block with row stride `width`. */
function invertBlock(block: Float64Array, excess: Float64Array, b: number): void {
  for (let p = 0; p < b; p++) {
    const row = p * width;
    let pivot = excess[p];
    for (let j = p + 1; j < b; j++) pivot += block[row + j];
    const inverse = 1 / pivot;
    for (let j = 0; j < b; j++) block[row + j] *= inverse;
    block[row + p] = inverse;
    excess[p] *= inverse;
    for (let i = 0; i < b; i++) {
      if (i === p) continue;
      const factor = block[i * width + p];
      block[i * width + p] = 0;
      for (let j = 0; j < b; j++) block[i * width + j] += factor * block[row + j];
      excess[i] += factor * excess[p];
    }
  }
}

/** Pivot rows ← B⁻¹ · (pivot rows), with B⁻¹ itself in the pivot columns; copied to `pivotRows`. */
function replacePivotRows(
  matrix: Float64Array,
  m: number,
  from: number,
  b: number,
  block: Float64Array,
  pivotRows: Float64Array,
): void {
  pivotRows.fill(0);
  for (let i = 0; i < b; i++) {
    const target = pivotRows.subarray(i * m, (i + 1) * m);
    for (let p = 0; p < b; p++) {
      const factor = block[i * width + p];
      for (let j = 0, at = (from + p) * m; j < m; j++) target[j] += factor * matrix[at++];
    }
    for (let j = 0; j < b; j++) target[from + j] = block[i * width + j]!;
  }
  matrix.set(pivotRows.subarray(0, b * m), from * m);
}

function updateExcess(
  matrix: Float64Array,
  excess: Float64Array,
  m: number,
  from: number,
  b: number,
  block: Float64Array,
): void {
  const solved = new Float64Array(b);
  for (let i = 0; i < b; i++) {
    for (let p = 0; p < b; p++) solved[i] += block[i * width + p] * excess[from + p];
  }
  for (let i = from + b; i < m; i++) {
    for (let p = 0; p < b; p++) excess[i] += matrix[i * m + from + p] * solved[p];
  }
}

/** Row i ← row i (zero in the pivot columns) + Σ_p factor_p · (pivot row p). */
function updateRow(
  matrix: Float64Array,
  m: number,
  i: number,
  from: number,
  b: number,
  rows: Float64Array,
): void {
  const start = i * m;
  const at = start + from;
  const factor = (p: number) => (p < b ? matrix[at + p] : 0);
  const [f0, f1, f2, f3] = [factor(0), factor(1), factor(2), factor(3)];
  const [f4, f5, f6, f7] = [factor(4), factor(5), factor(6), factor(7)];
  for (let p = 0; p < b; p++) matrix[at + p] = 0;
  const [m2, m3, m4, m5, m6, m7] = [2 * m, 3 * m, 4 * m, 5 * m, 6 * m, 7 * m];
  for (let j = 0; j < m; j++) {
    matrix[start + j] +=
      f0 * rows[j] +
      f1 * rows[j + m] +
      f2 * rows[j + m2] +
      f3 * rows[j + m3] +
      (f4 * rows[j + m4] + f5 * rows[j + m5] + f6 * rows[j + m6] + f7 * rows[j + m7]);
  }
}
