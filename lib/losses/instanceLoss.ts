import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart, plural } from "../core";
import { fraction, positive, readOptions, wholeNumber } from "../core/options";
import { random } from "../core/values";
import type { Loss, LossBatch, LossShape } from "./loss";

export interface InstanceLossOptions {
  /** τ. Default 0.1. */
  temperature?: number;
  /** K: noise examples per mini-batch, where the partition is not small. Default 4,096. */
  noise?: number;
  /** The share of the old embedding in the memory. Default 0.5. */
  momentum?: number;
  /** With fewer examples than this, the softmax over all of them is computed in full. Default 10,000. */
  fullBelow?: number;
}

export const instanceLossDefaults = Object.freeze({
  temperature: 0.1,
  noise: 4096,
  momentum: 0.5,
  fullBelow: 10_000,
});

export const instanceLossRanges = {
  temperature: positive({ default: instanceLossDefaults.temperature }),
  noise: wholeNumber({ min: 1, default: instanceLossDefaults.noise }),
  momentum: fraction({ default: instanceLossDefaults.momentum }),
  fullBelow: wholeNumber({ min: 0, default: instanceLossDefaults.fullBelow }),
};

/**
 * Every example is a class of its own (instance discrimination, Wu et al. 2018). A memory bank holds a vector v of length one for each of the N examples of the
 * partition. For f = zL/‖zL‖ of example i, s = v·f/τ and P = exp(s)/Z, the loss is the mean over the mini-batch of −log P(i), where Z sums over
 * all examples if there are few; else it is noise-contrastive, with K examples k drawn at random for the mini-batch:
 *
 * −log[P(i)/(P(i) + K/N)] − Σₖ log[(K/N)/(P(k) + K/N)], with Z estimated on the first mini-batch.
 *
 * Then vᵢ ← μvᵢ + (1 − μ)f, scaled to length one; of several views their mean. Vectors start at zero: an example that was not seen yet attracts nothing.
 *
 * @example const model = new AGML({ miner: everyExample(), loss: instanceLoss({ temperature: 0.2 }), metric: noMetric() });
 */
export function instanceLoss(options: InstanceLossOptions = {}): Loss {
  const settings = readOptions("instanceLoss", options, instanceLossRanges);
  const { temperature, noise, momentum, fullBelow } = settings;
  const loss = (batch: LossBatch): tf.Scalar => {
    const { bank } = readMemory(batch);
    return tf.tidy(() => {
      const f = unit(batch.projected);
      const own = tf.div(tf.sum(tf.mul(rowsOf(bank, batch.positions), f), 1), temperature);
      const N = bank.shape[0];
      if (N < fullBelow) {
        const all = tf.div(tf.matMul(f, bank, false, true), temperature);
        return tf.mean<tf.Scalar>(tf.sub(tf.logSumExp(all, 1), own));
      }
      const drawn = drawNoise(bank, noise, batch.seed);
      const others = tf.div(tf.matMul(f, drawn, false, true), temperature);
      const logNoise = tf.add(tf.log(normalizerOf(batch, others)), Math.log(noise / N));
      const found = tf.softplus(tf.sub(logNoise, own));
      const rejected = tf.sum(tf.softplus(tf.sub(others, logNoise)), 1);
      return tf.mean<tf.Scalar>(tf.add(found, rejected));
    });
  };
  return namedPart(
    "instanceLoss",
    settings,
    Object.assign(loss, {
      memory: ({ points, dimension }: LossShape) => ({
        bank: tf.zeros<tf.Rank.R2>([points, dimension]),
        normalizer: tf.zeros([1]),
      }),
      remember: (batch: LossBatch) => {
        const { bank, normalizer } = readMemory(batch);
        const f = unit(batch.projected);
        const views = 1 + batch.views.reduce((most, view) => Math.max(most, view), 0);
        const b = f.shape[0] / views;
        const positions = batch.positions.subarray(0, b);
        const mean = tf.mean(tf.reshape(f, [views, b, f.shape[1]]), 0);
        const fresh = unit(tf.add(tf.mul(rowsOf(bank, positions), momentum), tf.mul(mean, 1 - momentum)));
        // On some engines the update is made in place, so a copy is updated.
        const remembered = {
          bank: tf.tensorScatterUpdate(tf.add(bank, 0), tf.tensor2d(positions, [b, 1], "int32"), fresh),
        };
        if (bank.shape[0] < fullBelow) return remembered;
        const others = tf.div(tf.matMul(f, drawNoise(bank, noise, batch.seed), false, true), temperature);
        return { ...remembered, normalizer: tf.reshape(normalizerOf(batch, others), normalizer.shape) };
      },
    }),
  );
}

/** The memory, which must be of this partition. */
function readMemory({ memory, positions, projected }: LossBatch): {
  bank: tf.Tensor2D;
  normalizer: tf.Tensor;
} {
  const { bank, normalizer } = memory as { bank: tf.Tensor2D; normalizer: tf.Tensor };
  const [points, dimension] = bank.shape;
  const last = positions.reduce((a, b) => Math.max(a, b), 0);
  check(
    last < points && dimension === projected.shape[1],
    () =>
      `instanceLoss: the memory is of other data: it holds ${plural(points, "embedding")} of ${plural(dimension, "number")}, got example ${last} of ${plural(projected.shape[1], "number")}. Make it by memory({ points, dimension }, random).`,
  );
  return { bank, normalizer };
}

/** Z: as it was estimated on the first mini-batch, N times the mean of exp(s) over its noise. It is a constant for the gradient. */
function normalizerOf({ memory }: LossBatch, others: tf.Tensor): tf.Tensor {
  const estimate = tf.mul(tf.mean(tf.exp(constant(others))), memory.bank.shape[0]);
  return tf.where(tf.greater(memory.normalizer, 0), memory.normalizer, tf.reshape(estimate, [1]));
}

/** Rows of the bank, drawn with replacement. */
function drawNoise(bank: tf.Tensor2D, count: number, seed: number): tf.Tensor2D {
  const draw = random(seed);
  return rowsOf(
    bank,
    Int32Array.from({ length: count }, () => draw.integer(bank.shape[0])),
  );
}

const rowsOf = (bank: tf.Tensor2D, positions: Int32Array) => tf.gather(bank, tf.tensor1d(positions, "int32"));

/** Rows scaled to length one. */
const unit = (rows: tf.Tensor): tf.Tensor2D =>
  tf.div(rows, tf.sqrt(tf.add(tf.sum(tf.square(rows), 1, true), 1e-12)));

/** The same values, with the gradient zero. */
const constant = tf.customGrad((x) => ({
  value: tf.add(x as tf.Tensor, 0),
  gradFunc: (dy) => tf.zerosLike(dy),
}));
