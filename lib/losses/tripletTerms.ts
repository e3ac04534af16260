import * as tf from "@tensorflow/tfjs-core";
import type { Triplets } from "../mining";
import { sumOf, type BatchPairs } from "./batchPairs";

/*
 * The mean or sum of max(0, Dₐₚ − Dₐₙ + margin) over triplets, from the distances D, [b, b] of a batch. Both functions have their gradient by
 * D in closed form: automatic differentiation would keep an array of the length of all triplets for each operation.
 */

/** "active": the mean over the triplets whose cost is not 0; "mean": over all; or the "sum". */
export type TripletReduction = "active" | "mean" | "sum";

export interface MarginOptions {
  margin: number;
  reduction: TripletReduction;
}

/** Entries of the largest array that the triplets of a batch are computed in. */
export const largestBlock = 2 ** 20;

/** Over given triplets, each times its weight. */
export function listedTriplets(
  distances: tf.Tensor2D,
  { count, anchors, positives, negatives, weights }: Triplets,
  { margin, reduction }: MarginOptions,
): tf.Scalar {
  const b = distances.shape[0];
  const entries = (others: Int32Array) =>
    tf.tensor1d(
      others.map((other, t) => anchors[t] * b + other),
      "int32",
    );
  return withGradient(distances, () => {
    const flat = tf.reshape(distances, [b * b]);
    const [near, far] = [entries(positives), entries(negatives)];
    const costs = tf.relu(tf.add(tf.sub(tf.gather(flat, near), tf.gather(flat, far)), margin));
    const active = tf.step(costs);
    const weighted = (values: tf.Tensor) => (weights ? tf.mul(values, tf.tensor1d(weights)) : values);
    const changes = weighted(active);
    const scatter = (at: tf.Tensor, values: tf.Tensor) =>
      tf.scatterND(tf.reshape(at, [count, 1]), values, [b * b]);
    return {
      sum: tf.sum(weighted(costs)),
      active: tf.sum(active),
      gradient: tf.sub(scatter(near, changes), scatter(far, changes)),
      count,
      reduction,
    };
  });
}

/** Over all triplets that the pairs of a batch allow, in blocks of at most `largestBlock` entries. */
export function everyTriplet(
  distances: tf.Tensor2D,
  { b, positives, negatives }: BatchPairs,
  { margin, reduction }: MarginOptions,
): tf.Scalar {
  const rows = Array.from({ length: b }, (_, a) => {
    const places = Array.from({ length: b }, (_, j) => a * b + j);
    return {
      positives: places.filter((at) => positives[at] > 0),
      negatives: sumOf(negatives.subarray(a * b, (a + 1) * b)),
    };
  });
  const count = rows.reduce((sum, row) => sum + row.positives.length * row.negatives, 0);
  const width = Math.max(1, ...rows.map((row) => row.positives.length));
  const step = Math.max(1, Math.floor(largestBlock / (width * b)));
  return withGradient(distances, () => {
    const flat = tf.reshape(distances, [b * b]);
    // What is no negative is too far away to cost anything; what is no positive, too near.
    const far = tf.add(
      distances,
      tf.tensor2d(
        negatives.map((one) => (1 - one) * unreachable),
        [b, b],
      ),
    );
    let [sum, active]: tf.Tensor[] = [tf.scalar(0), tf.scalar(0)];
    const ofNegatives: tf.Tensor[] = [];
    let ofPositives: tf.Tensor = tf.zeros([b * b]);
    for (let start = 0; start < b; start += step) {
      const block = tf.tidy(() => {
        const chosen = rows.slice(start, start + step);
        const places = chosen.flatMap(({ positives }, i) =>
          Array.from({ length: width }, (_, p) => positives[p] ?? (start + i) * (b + 1)),
        );
        const missing = chosen.flatMap(({ positives }) =>
          Array.from({ length: width }, (_, p) => (p < positives.length ? margin : -unreachable)),
        );
        const at = tf.tensor1d(places, "int32");
        const near = tf.add(tf.gather(flat, at), tf.tensor1d(missing));
        const s = chosen.length;
        const costs = tf.relu(
          tf.sub(tf.reshape(near, [s, width, 1]), tf.reshape(tf.slice(far, [start, 0], [s, b]), [s, 1, b])),
        );
        const positive = tf.step(costs);
        const perPositive = tf.reshape(tf.sum(positive, 2), [s * width]);
        return {
          sum: tf.add(sum, tf.sum(costs)),
          active: tf.add(active, tf.sum(perPositive)),
          ofPositives: tf.add(
            ofPositives,
            tf.scatterND(tf.reshape(at, [s * width, 1]), perPositive, [b * b]),
          ),
          ofNegatives: tf.sum(positive, 1),
        };
      });
      tf.dispose([sum, active, ofPositives]);
      ({ sum, active, ofPositives } = block);
      ofNegatives.push(block.ofNegatives);
    }
    const gradient = tf.sub(ofPositives, tf.reshape(tf.concat(ofNegatives), [b * b]));
    return { sum, active, gradient, count, reduction };
  });
}

/** Far more than the distance of any two embeddings. */
const unreachable = 1e30;

/** A scalar with the gradient by D that was computed with it. */
function withGradient(
  distances: tf.Tensor2D,
  compute: () => {
    sum: tf.Tensor;
    active: tf.Tensor;
    gradient: tf.Tensor;
    count: number;
    reduction: TripletReduction;
  },
): tf.Scalar {
  const value = tf.customGrad((_distances, save) => {
    const { sum, active, gradient, count, reduction } = compute();
    const terms = reduction === "sum" ? tf.scalar(1) : reduction === "mean" ? tf.scalar(count) : active;
    const divisor = tf.maximum(terms, 1);
    (save as tf.GradSaveFunc)([tf.reshape(tf.div(gradient, divisor), distances.shape)]);
    return {
      value: tf.div(sum, divisor),
      gradFunc: (dy, saved) => tf.mul(dy, saved[0]),
    };
  });
  return value(distances) as tf.Scalar;
}
