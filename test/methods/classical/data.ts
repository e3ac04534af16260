import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { random } from "../../../lib/core/values/random";
import type { Matrix64 } from "../../../lib/algebra/algebra";
import { gaussian } from "../../../lib/manifold/describeManifold";
import { multiply } from "../../../lib/algebra/multiply";
import { thinQr } from "../../../lib/algebra/thinQr";

export const rowsOf = ({ data, shape: [n, d] }: Matrix64): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * d, (i + 1) * d)));

export const matrixOf = (rows: readonly (readonly number[])[]): Matrix64 => ({
  data: Float64Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

/** Classes that differ in their first coordinates and are noise in the others; `labeled` points of each have a label. */
export function blobs({ classes = 3, perClass = 12, labeled = 4, d = 5, seed = 1 } = {}) {
  const noise = random(seed);
  const centers = Array.from({ length: classes }, () => [2 * noise.normal(), 2 * noise.normal()]);
  const x: number[][] = [];
  const labels: number[] = [];
  for (let i = 0; i < classes * perClass; i++) {
    const own = i % classes;
    x.push(Array.from({ length: d }, (_, c) => (centers[own][c] ?? 0) + (0.5 + c / 3) * noise.normal()));
    labels.push(i < classes * labeled ? own : -1);
  }
  return { x, labels };
}

/** A random orthogonal matrix. */
export const rotation = (d: number, seed: number): Matrix64 => thinQr(gaussian([d, d], seed)).q;

export const rotate = (x: number[][], by: Matrix64): number[][] => rowsOf(multiply(matrixOf(x), by));

/** Σ w (x_i − x_j)(x_i − x_j)ᵀ over pairs, by plain loops. */
export function plainScatter(
  x: readonly (readonly number[])[],
  pairs: readonly (readonly [number, number])[],
  weights: readonly number[] = pairs.map(() => 1),
): number[][] {
  const d = x[0].length;
  const sum = Array.from({ length: d }, () => new Array<number>(d).fill(0));
  pairs.forEach(([i, j], e) => {
    for (let a = 0; a < d; a++)
      for (let b = 0; b < d; b++) sum[a][b] += weights[e] * (x[i][a] - x[j][a]) * (x[i][b] - x[j][b]);
  });
  return sum;
}

/** All pairs of labeled points, of one class and of two. */
export function plainPairs(labels: readonly number[]) {
  const similar: [number, number][] = [];
  const dissimilar: [number, number][] = [];
  labels.forEach((own, i) => {
    labels.forEach((other, j) => {
      if (j <= i || own < 0 || other < 0) return;
      (own === other ? similar : dissimilar).push([i, j]);
    });
  });
  return { similar, dissimilar };
}

/** The k nearest others of every point, by plain sorting; ties by index. */
export function plainNeighbors(x: readonly (readonly number[])[], k: number): number[][] {
  const square = (i: number, j: number) => x[i].reduce((sum, value, c) => sum + (value - x[j][c]) ** 2, 0);
  return x.map((_, i) =>
    [...x.keys()]
      .filter((j) => j !== i)
      .sort((a, b) => square(i, a) - square(i, b) || a - b)
      .slice(0, k),
  );
}

/** The 0/1 matrix of the symmetric kNN graph. */
export function plainGraph(x: readonly (readonly number[])[], k: number): number[][] {
  const near = plainNeighbors(x, k);
  return near.map((own, i) => near.map((other, j) => (own.includes(j) || other.includes(i) ? 1 : 0)));
}

/** X minus its mean row. */
export function center(x: readonly (readonly number[])[]): number[][] {
  const mean = x[0].map((_, c) => x.reduce((sum, row) => sum + row[c], 0) / x.length);
  return x.map((row) => row.map((value, c) => value - mean[c]));
}

/** UCI's digits: 1,797 images of 64 pixels. */
export function digits(): { x: number[][]; truth: number[] } {
  const file = path.join(process.cwd(), "test", "fixtures", "digits", "digits.csv.gz");
  const rows = gunzipSync(fs.readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));
  return { x: rows.map((row) => row.slice(0, 64)), truth: rows.map((row) => row[64]) };
}

/** The smallest f that steps along single coordinates find, halved until they are tiny: slow, simple, no gradients. */
export function patternSearch(
  f: (point: number[]) => number,
  start: number[],
): { point: number[]; value: number } {
  let point = start;
  let value = f(point);
  for (let step = 0.5; step > 1e-9; step /= 2) {
    for (let moved = true, round = 0; moved && round < 2000; round++) {
      moved = false;
      for (const [c, sign] of point.flatMap((_, at) => [
        [at, 1],
        [at, -1],
      ])) {
        const trial = point.map((entry, at) => (at === c ? entry + sign * step : entry));
        const reached = f(trial);
        if (reached < value - 1e-15) [point, value, moved] = [trial, reached, true];
      }
    }
  }
  return { point, value };
}

/** LLᵀ for a lower triangular L, whose entries are given row by row. */
export function fromTriangle(entries: readonly number[], d: number): number[][] {
  const l = Array.from({ length: d }, (_, i) =>
    Array.from({ length: d }, (_, j) => (j <= i ? entries[(i * (i + 1)) / 2 + j] : 0)),
  );
  return l.map((a) => l.map((b) => a.reduce((sum, value, c) => sum + value * b[c], 0)));
}

/** The entries of the identity's triangle, times a factor. */
export const identityTriangle = (d: number, factor = 1): number[] =>
  Array.from({ length: d }, (_, i) => Array.from({ length: i + 1 }, (_, j) => (i === j ? factor : 0))).flat();

/** tr(AB) for symmetric A and B. */
export const traceProduct = (a: number[][], b: number[][]): number =>
  a.reduce((sum, row, i) => sum + row.reduce((inner, value, j) => inner + value * b[i][j], 0), 0);

export const addMatrices = (...terms: readonly (readonly [number, number[][]])[]): number[][] =>
  terms[0][1].map((row, i) => row.map((_, j) => terms.reduce((sum, [by, m]) => sum + by * m[i][j], 0)));
