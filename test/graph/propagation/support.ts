import { readFileSync } from "node:fs";
import path from "node:path";
import { random } from "../../../lib/core/values/random";
import { knnGraph, type KnnGraph } from "../../../lib/graph";

/** The hand-checked case: six points on a line, the first of class 0, the fourth of class 1. */
export const toy = {
  graph: knnGraph([[0], [1], [2.2], [5], [6.1], [7.5]], { k: 2 }),
  labels: [0, -1, -1, 1, -1, -1],
};

export interface AffinityFixture {
  k: number;
  gamma: number;
  embeddings: number[][];
  labels: number[];
  neighbors: number[][];
  affinities: number[][];
  triplets: [number, number, number][];
}

export const affinityFixtures = ["affinity_small", "affinity_gamma05", "affinity_medium"];

export function affinityFixture(name: string): AffinityFixture {
  const file = path.join(process.cwd(), "test", "fixtures", "reference", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as AffinityFixture;
}

/** Points in a few clouds, the first of each cloud labeled: [n, d] rows, labels with −1, and the true classes. */
export function clouds(
  n: number,
  d: number,
  classes: number,
  labeledPerClass: number,
  seed: number,
  spread = 0.5,
) {
  const noise = random(seed);
  const centers = Array.from({ length: classes }, () => Array.from({ length: d }, () => noise.normal()));
  const trueLabels = Array.from({ length: n }, (_, i) => i % classes);
  const points = trueLabels.map((label) => centers[label].map((center) => center + spread * noise.normal()));
  const labels = trueLabels.map((label, i) => (i < classes * labeledPerClass ? label : -1));
  return { points, labels, trueLabels };
}

/** A random directed graph in which everybody has k different neighbors. */
export function randomGraph(n: number, k: number, seed: number): KnnGraph {
  const draw = random(seed);
  const neighbors = new Int32Array(n * k);
  for (let i = 0; i < n; i++) {
    draw.sample(n - 1, k).forEach((j, s) => (neighbors[i * k + s] = j < i ? j : j + 1));
  }
  return { n, k, neighbors, distances: new Float32Array(n * k) };
}

/** P = (1 − γ)(I − γQ)⁻¹ by mathjs. */
export async function denseProximities({ n, k, neighbors }: KnnGraph, gamma: number): Promise<number[][]> {
  const math = await import("mathjs");
  const system = Array.from({ length: n }, (_, i) => {
    const row = Array.from({ length: n }, (_, j) => (i === j ? 1 : 0));
    for (let s = 0; s < k; s++) row[neighbors[i * k + s]] -= gamma / k;
    return row;
  });
  return math.inv(system).map((row) => row.map((value) => (1 - gamma) * value));
}

/** W = (W* + W*ᵀ)/2, W* = P·W⁰, by mathjs and the paper's words alone. */
export async function denseAffinities(graph: KnnGraph, labels: number[], gamma: number): Promise<number[][]> {
  const math = await import("mathjs");
  const initial = labels.map((a, i) =>
    labels.map((b, j) => (i === j ? 1 : a < 0 || b < 0 ? 0 : a === b ? 1 : -1)),
  );
  const spread = math.multiply(await denseProximities(graph, gamma), initial);
  return spread.map((row, i) => row.map((value, j) => (value + spread[j][i]) / 2));
}

/** The largest difference of two lists of numbers. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let worst = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}
