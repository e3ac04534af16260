import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, readOptions, readRecord, readTensor } from "../core/options";
import { check } from "../core/errors";
import { requireEngine } from "../engine/requireEngine";
import { checkVariables } from "../networks/network";

export interface SgdOptions {
  learningRate?: number;
  momentum?: number;
  weightDecay?: number;
}

/** The paper's learning rate, with MatConvNet's momentum and weight decay. */
export const sgdDefaults = Object.freeze({ learningRate: 1e-4, momentum: 0.9, weightDecay: 5e-4 });

/** Stochastic gradient descent on a set of parameters. */
export interface Sgd {
  /** η; it may be changed between steps. */
  learningRate: number;
  /** v of every parameter, named as the parameters are. */
  readonly velocities: Readonly<Record<string, tf.Variable>>;
  /** One step along the gradients, which are named as the parameters are. It does not dispose them. */
  step(gradients: Record<string, tf.Tensor>): void;
  /** Frees the velocities; the parameters stay. */
  dispose(): void;
}

const sgdSchema = {
  learningRate: finiteNumber({ min: 0, default: sgdDefaults.learningRate }),
  momentum: finiteNumber({ min: 0, max: 1, default: sgdDefaults.momentum }),
  weightDecay: finiteNumber({ min: 0, default: sgdDefaults.weightDecay }),
};

function checkGradient(name: string, gradient: tf.Tensor, shape: number[]): void {
  readTensor(gradient, `sgd.step: gradients.${name}`);
  check(
    gradient.shape.join() === shape.join(),
    () =>
      `sgd.step: gradients.${name} must have the shape [${shape.join(", ")}] of the parameter, got [${gradient.shape.join(", ")}].`,
  );
}

/** v ← μv − η(g + λw), w ← w + v for every parameter w with gradient g. */
export function sgd(parameters: Record<string, tf.Variable>, options: SgdOptions = {}): Sgd {
  requireEngine("sgd");
  const { learningRate, momentum, weightDecay } = readOptions("sgd", options, sgdSchema);
  checkVariables("sgd: parameters", parameters);
  const velocities = Object.fromEntries(
    Object.entries(parameters).map(([name, { shape }]) => [
      name,
      tf.tidy(() => tf.variable(tf.zeros(shape), false)),
    ]),
  );
  return {
    learningRate,
    velocities,
    step(gradients) {
      readRecord("sgd.step: gradients", gradients, "gradients by the names of the parameters", {});
      for (const [name, { shape }] of Object.entries(velocities)) checkGradient(name, gradients[name], shape);
      tf.tidy(() => {
        for (const [name, parameter] of Object.entries(parameters)) {
          const velocity = velocities[name];
          const descent = tf.add(gradients[name], tf.mul(parameter, weightDecay));
          velocity.assign(tf.sub(tf.mul(velocity, momentum), tf.mul(descent, this.learningRate)));
          parameter.assign(tf.add(parameter, velocity));
        }
      });
    },
    dispose() {
      tf.dispose(velocities);
    },
  };
}
