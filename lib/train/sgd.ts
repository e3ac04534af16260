import * as tf from "@tensorflow/tfjs-core";

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

/** v ← μv − η(g + λw), w ← w + v for every parameter w with gradient g. */
export function sgd(parameters: Record<string, tf.Variable>, options: SgdOptions = {}): Sgd {
  const { learningRate, momentum, weightDecay } = { ...sgdDefaults, ...options };
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
