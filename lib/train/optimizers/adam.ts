import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, positive, readOptions } from "../../core/options";
import { namedPart } from "../../core";
import { zerosLike, type Optimizer } from "./optimizer";

export interface AdamOptions {
  /** η, default 1e-3. */
  learningRate?: number;
  /** β₁, default 0.9. */
  beta1?: number;
  /** β₂, default 0.999. */
  beta2?: number;
  /** ε, default 1e-8. */
  epsilon?: number;
  /** λ of decoupled weight decay (AdamW), default 0. */
  weightDecay?: number;
}

export const adamDefaults = Object.freeze({
  learningRate: 1e-3,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
});

const share = (value: number) => finiteNumber({ min: 0, max: 1, default: value });
const adamSchema = {
  learningRate: finiteNumber({ min: 0, default: adamDefaults.learningRate }),
  beta1: share(adamDefaults.beta1),
  beta2: share(adamDefaults.beta2),
  epsilon: positive({ default: adamDefaults.epsilon }),
  weightDecay: finiteNumber({ min: 0, default: adamDefaults.weightDecay }),
};

/**
 * Adam (Kingma & Ba 2015): m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², w ← w − η(m̂/(√v̂ + ε) + λw) with m̂ = m/(1 − β₁ᵗ) and
 * v̂ = v/(1 − β₂ᵗ) in step t.
 *
 * @example const model = new AGML({ optimizer: adam({ learningRate: 1e-3 }) });
 */
export function adam(options: AdamOptions = {}): Optimizer {
  const settings = readOptions("adam", options, adamSchema);
  const { learningRate, beta1, beta2, epsilon, weightDecay } = settings;
  return namedPart<Omit<Optimizer, "name" | "settings">>("adam", settings, {
    learningRate,
    init: (parameters) => ({
      ...zerosLike("mean", parameters),
      ...zerosLike("square", parameters),
      count: tf.tidy(() => tf.variable(tf.scalar(0), false)),
    }),
    update(gradients, state, parameters, rate) {
      const { count } = state;
      count.assign(tf.add(count, 1));
      const unbiased = (beta: number) => tf.sub(1, tf.pow(tf.scalar(beta), count));
      const [first, second] = [unbiased(beta1), unbiased(beta2)];
      for (const [name, parameter] of Object.entries(parameters)) {
        const [mean, square] = [state[`mean/${name}`], state[`square/${name}`]];
        const gradient = gradients[name];
        mean.assign(tf.add(tf.mul(mean, beta1), tf.mul(gradient, 1 - beta1)));
        square.assign(tf.add(tf.mul(square, beta2), tf.mul(tf.square(gradient), 1 - beta2)));
        const step = tf.div(tf.div(mean, first), tf.add(tf.sqrt(tf.div(square, second)), epsilon));
        const change = weightDecay === 0 ? step : tf.add(step, tf.mul(parameter, weightDecay));
        parameter.assign(tf.sub(parameter, tf.mul(change, rate)));
      }
    },
  });
}
