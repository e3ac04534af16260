import { readFileSync } from "node:fs";
import path from "node:path";
import { random } from "../../lib/core/values/random";

export interface LabeledCloud {
  embeddings: number[][];
  labels: number[];
}

/** n points of d coordinates around the centers of some classes, in turns; coordinates are float32 numbers. */
export function labeledCloud(n: number, d: number, classes: number, seed: number, spread = 1): LabeledCloud {
  const noise = random(seed);
  const centers = Array.from({ length: classes }, () => Array.from({ length: d }, () => noise.normal()));
  const labels = Array.from({ length: n }, (_, i) => i % classes);
  const embeddings = labels.map((label) =>
    centers[label].map((value) => Math.fround(value + spread * noise.normal())),
  );
  return { embeddings, labels };
}

export const squaredDistance = (x: readonly number[], y: readonly number[]) =>
  x.reduce((sum, value, c) => sum + (value - y[c]) ** 2, 0);

/** Every measure of neighbors of the queries, or of all points, from fully sorted rows: slow and plain. */
export function bruteForceQuality(
  { embeddings, labels }: LabeledCloud,
  recallAt: number[],
  asked = [...embeddings.keys()],
) {
  let [mapAtR, rPrecision, queries] = [0, 0, 0];
  const recall = Object.fromEntries(recallAt.map((k) => [k, 0]));
  asked.forEach((i) => {
    const x = embeddings[i];
    const distances = embeddings.map((y) => squaredDistance(x, y));
    const relevance = [...embeddings.keys()]
      .filter((j) => j !== i)
      .sort((a, b) => distances[a] - distances[b] || a - b)
      .map((j) => (labels[j] === labels[i] ? 1 : 0));
    for (const k of recallAt) if (relevance.slice(0, k).includes(1)) recall[k] += 1 / asked.length;
    const R = labels.filter((label) => label === labels[i]).length - 1;
    if (R === 0) return;
    queries++;
    const hits = (r: number) => relevance.slice(0, r).filter((value) => value === 1).length;
    rPrecision += hits(R) / R;
    for (let r = 1; r <= R; r++) if (relevance[r - 1] === 1) mapAtR += hits(r) / r / R;
  });
  return { recall, mapAtR: mapAtR / queries, rPrecision: rPrecision / queries };
}

export interface EvaluationFixture extends LabeledCloud {
  clusters: number[];
  recall: Record<number, number>;
  rPrecision: number;
  mapAtR: number;
  nmiArithmetic: number;
}

/** Reference numbers from scikit-learn and NumPy. */
export const evaluationFixture = () =>
  JSON.parse(
    readFileSync(path.join("test", "fixtures", "reference", "evaluation.json"), "utf8"),
  ) as EvaluationFixture;
