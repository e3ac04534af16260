import * as tf from "@tensorflow/tfjs-core";
import type { LossBatch } from "../../lib/losses";
import { batchWith } from "../../lib/losses/loss";

/** A batch of embeddings without triplets, with whatever a test gives. */
export function batchOf(rows: number[][], given: Partial<LossBatch> = {}): LossBatch {
  const [b, d] = [rows.length, rows[0].length];
  const none = new Int32Array();
  return batchWith({
    embeddings: tf.tensor2d(rows),
    metric: tf.eye(d),
    labels: new Int32Array(b).fill(-1),
    triplets: { count: 0, anchors: none, positives: none, negatives: none },
    relations: { data: new Float32Array(b * b), shape: [b, b] },
    confidence: new Float32Array(b).fill(1),
    positions: Int32Array.from({ length: b }, (_, i) => i),
    views: new Int32Array(b),
    seed: 1,
    classCount: 0,
    learned: {},
    memory: {},
    ...given,
  });
}

/** The gradient by central differences of a function of rows. */
export function differences(rows: number[][], value: (rows: number[][]) => number, step = 1e-5): number[][] {
  return rows.map((row, i) =>
    row.map((entry, j) => {
      const moved = (by: number) =>
        value(rows.map((each, at) => (at === i ? each.map((x, k) => (k === j ? entry + by : x)) : each)));
      return (moved(step) - moved(-step)) / (2 * step);
    }),
  );
}

/** Standard normal rows. */
export const normalRows = (noise: { normal(): number }, n: number, d: number): number[][] =>
  Array.from({ length: n }, () => Array.from({ length: d }, () => noise.normal()));
