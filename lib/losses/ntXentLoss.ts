import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";
import { positive, readOptions } from "../core/options";
import { masksOf, sumOf, type BatchPairs } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { cosines, logSumExp, nothing } from "./rows";

export interface NtXentLossOptions {
  /** τ. Default 0.07. */
  temperature?: number;
}

const ntXentSchema = { temperature: positive({ default: 0.07 }) };

/**
 * The normalized temperature-scaled cross-entropy (Chen, Kornblith, Norouzi, Hinton 2020, "SimCLR"): views of one example are positives, all
 * other examples of the batch negatives. It is the mean over the positive pairs (a, p) of −log(exp(sₐₚ/τ) / (exp(sₐₚ/τ) + Σₙ exp(sₐₙ/τ))), with s
 * the cosines of the zL. It takes no labels: train with `views: 2` and augmentations. On its own, `labels` say which rows are views of one
 * example.
 *
 * @example
 * ntXentLoss({ temperature: 1 })([[1, 0], [1, 0], [0, 1]], [0, 0, 1]).dataSync()[0]; // → 0.313262
 * const model = new AGML({ loss: ntXentLoss(), views: 2, augment: [shift(2)] });
 */
export function ntXentLoss(options: NtXentLossOptions = {}): CallableLoss {
  const settings = readOptions("ntXentLoss", options, ntXentSchema);
  return callableLoss("ntXentLoss", settings, ({ projected, positions, labels }, alone) => {
    const pairs = viewPairs(alone ? labels.map((label, i) => (label < 0 ? -1 - i : label)) : positions);
    const total = sumOf(pairs.positives);
    check(
      total > 0 || alone !== undefined,
      () =>
        "ntXentLoss: the mini-batch has one view of each example, so that no two rows are positives. Train with views: 2 and augmentations.",
    );
    if (total === 0 || sumOf(pairs.negatives) === 0) return nothing(projected);
    const { of, against } = masksOf(pairs);
    const s = tf.div(cosines(projected), settings.temperature);
    return tf.div(tf.sum(tf.mul(tf.softplus(tf.sub(logSumExp(s, against), s)), of)), total);
  });
}

/** Pairs of rows: positive where both are views of the same example. */
function viewPairs(examples: Int32Array): BatchPairs {
  const b = examples.length;
  const same = (at: number) => examples[Math.floor(at / b)] === examples[at % b];
  const mask = (holds: (at: number) => boolean) =>
    Float32Array.from({ length: b * b }, (_, at) => (holds(at) ? 1 : 0));
  return { b, positives: mask((at) => same(at) && at % (b + 1) !== 0), negatives: mask((at) => !same(at)) };
}
