import * as tf from "@tensorflow/tfjs-core";
import type { LossBatch } from "./loss";

/** The pairs (i, j) of a batch, [b, b] row by row: 1 for a positive one and for a negative one, else 0. An example and itself are no pair. */
export interface BatchPairs {
  readonly b: number;
  readonly positives: Float32Array;
  readonly negatives: Float32Array;
}

/**
 * Which pairs of a batch are of one class and which are of two. A pair is positive where its relation is above 0, and negative below: labels
 * decide, else what the miner believes is likelier. Pairs without a relation are what the triplets say of them, if these agree.
 */
export function batchPairs(batch: LossBatch, alone = false): BatchPairs {
  const { data, shape } = batch.relations;
  const b = shape[0];
  const relation = alone ? data : withTriplets(data, b, batch.triplets);
  const positives = new Float32Array(b * b);
  const negatives = new Float32Array(b * b);
  for (let at = 0; at < b * b; at++) {
    if (relation[at] > 0) positives[at] = 1;
    else if (relation[at] < 0) negatives[at] = 1;
  }
  for (let i = 0; i < b; i++) positives[i * (b + 1)] = negatives[i * (b + 1)] = 0;
  return { b, positives, negatives };
}

/** The relations, with what the triplets say where there is none. */
function withTriplets(
  relations: Float32Array,
  b: number,
  { count, anchors, positives, negatives }: LossBatch["triplets"],
): Float32Array {
  const relation = relations.slice();
  const say = (i: number, j: number, sign: number) => {
    if (relations[i * b + j] !== 0 || i === j) return;
    relation[i * b + j] += sign;
    relation[j * b + i] += sign;
  };
  for (let t = 0; t < count; t++) {
    say(anchors[t], positives[t], 1);
    say(anchors[t], negatives[t], -1);
  }
  return relation;
}

export const sumOf = (values: Float32Array): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** The pairs as masks, [b, b]. */
export const masksOf = ({
  b,
  positives,
  negatives,
}: BatchPairs): { of: tf.Tensor2D; against: tf.Tensor2D } => ({
  of: tf.tensor2d(positives, [b, b]),
  against: tf.tensor2d(negatives, [b, b]),
});

/** The number of anchors that have a positive and, if asked, a negative too. */
export function anchorsOf({ b, positives, negatives }: BatchPairs, withNegative: boolean): number {
  const has = (mask: Float32Array, i: number) => mask.subarray(i * b, (i + 1) * b).includes(1);
  let anchors = 0;
  for (let i = 0; i < b; i++) if (has(positives, i) && (!withNegative || has(negatives, i))) anchors++;
  return anchors;
}
