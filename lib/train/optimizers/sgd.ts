import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, flag, optional, readOptions } from "../../core/options";
import { namedPart } from "../../core";
import { zerosLike, type Optimizer } from "./optimizer";

export interface SgdOptions {
  /** η. Default: the method's own for the network. */
  learningRate?: number | undefined;
  /** μ, default 0.9. */
  momentum?: number;
  /** λ, default 5e-4. */
  weightDecay?: number;
  /** Whether the step looks ahead along the velocity (Nesterov), default false. */
  nesterov?: boolean;
}

/** The paper's learning rate, with MatConvNet's momentum and weight decay. */
export const sgdDefaults = Object.freeze({ learningRate: 1e-4, momentum: 0.9, weightDecay: 5e-4 });

const sgdSchema = {
  learningRate: optional(finiteNumber({ min: 0 })),
  momentum: finiteNumber({ min: 0, max: 1, default: sgdDefaults.momentum }),
  weightDecay: finiteNumber({ min: 0, default: sgdDefaults.weightDecay }),
  nesterov: flag({ default: false }),
};

/**
 * Stochastic gradient descent with momentum: v ← μv − η(g + λw), w ← w + v; with `nesterov` w ← w + μv − η(g + λw), with the new v.
 *
 * @example const model = new AGML({ optimizer: sgd({ learningRate: 1e-3, momentum: 0.9 }) });
 */
export function sgd(options: SgdOptions = {}): Optimizer {
  const { nesterov, ...settings } = readOptions("sgd", options, sgdSchema);
  const { learningRate, momentum, weightDecay } = settings;
  return namedPart<Omit<Optimizer, "name" | "settings">>(
    "sgd",
    { ...settings, ...(nesterov && { nesterov }) },
    {
      learningRate,
      init: (parameters) => zerosLike("velocity", parameters),
      update(gradients, state, parameters, rate) {
        for (const [name, parameter] of Object.entries(parameters)) {
          const velocity = state[`velocity/${name}`];
          const descent = tf.mul(tf.add(gradients[name], tf.mul(parameter, weightDecay)), rate);
          velocity.assign(tf.sub(tf.mul(velocity, momentum), descent));
          const step = nesterov ? tf.sub(tf.mul(velocity, momentum), descent) : velocity;
          parameter.assign(tf.add(parameter, step));
        }
      },
    },
  );
}
