import * as tf from "@tensorflow/tfjs-core";
import { check, type Part } from "../../core";
import { functionValue, isRecord, readRecord, readTensor } from "../../core/options";
import { requireEngine } from "../../engine";
import { checkVariables } from "../../networks";

/** Trainable parameters by name. */
export type Parameters = Readonly<Record<string, tf.Variable>>;

/** What an optimizer remembers between steps, such as velocities, by name. Checkpoints keep it. */
export type OptimizerState = Readonly<Record<string, tf.Variable>>;

/**
 * How a network's parameters follow their gradients: a pair of functions, as in optax. Write your own as
 * `{ name: "mine", settings: {}, init: () => ({}), update: (gradients, state, parameters, learningRate) => … }`.
 */
export interface Optimizer extends Part {
  /** η; undefined leaves it to the method, which knows the network. */
  readonly learningRate?: number | undefined;
  /** The state before the first step. The caller owns the variables. */
  init(parameters: Parameters): OptimizerState;
  /** One step: assigns new values to the parameters and the state. Gradients are named as the parameters are. */
  update(
    gradients: Readonly<Record<string, tf.Tensor>>,
    state: OptimizerState,
    parameters: Parameters,
    learningRate: number,
  ): void;
}

/** An optimizer at work on one set of parameters. */
export interface RunningOptimizer {
  /** η of the next step. */
  learningRate: number;
  readonly state: OptimizerState;
  /** One step along the gradients, which are named as the parameters are. It does not dispose them. */
  step(gradients: Record<string, tf.Tensor>): void;
  /** Frees the state; the parameters stay. */
  dispose(): void;
}

/** Rejects anything that is not an optimizer. */
export function checkOptimizer(name: string, optimizer: Optimizer): Optimizer {
  check(
    !(isRecord(optimizer) && "applyGradients" in optimizer),
    () =>
      `${name} must be an optimizer of ssdml, got one of TensorFlow.js. Write adam({ learningRate: 1e-3 }) or sgd({ … }).`,
  );
  return readRecord(name, optimizer, "an optimizer such as adam({ learningRate: 1e-3 })", {
    init: functionValue(),
    update: functionValue(),
  });
}

/**
 * Starts an optimizer on a set of parameters, for a training loop of your own.
 *
 * @example
 * const weights = { w: tf.variable(tf.tensor1d([1])) };
 * const optimizer = startOptimizer(sgd({ learningRate: 0.5, momentum: 0, weightDecay: 0 }), weights);
 * optimizer.step({ w: tf.tensor1d([1]) });
 * weights.w.arraySync(); // → [0.5]
 */
export function startOptimizer(optimizer: Optimizer, parameters: Parameters): RunningOptimizer {
  requireEngine("startOptimizer");
  checkOptimizer("startOptimizer: optimizer", optimizer);
  checkVariables("startOptimizer: parameters", parameters);
  const state = optimizer.init(parameters);
  return {
    learningRate: optimizer.learningRate ?? 0,
    state,
    step(gradients) {
      checkGradients(gradients, parameters);
      tf.tidy(() => {
        optimizer.update(gradients, state, parameters, this.learningRate);
      });
    },
    dispose() {
      tf.dispose(state);
    },
  };
}

function checkGradients(gradients: Record<string, tf.Tensor>, parameters: Parameters): void {
  readRecord("optimizer.step: gradients", gradients, "gradients by the names of the parameters", {});
  for (const [name, { shape }] of Object.entries(parameters)) {
    const gradient = readTensor(gradients[name], `optimizer.step: gradients.${name}`);
    check(
      gradient.shape.join() === shape.join(),
      () =>
        `optimizer.step: gradients.${name} must have the shape [${shape.join(", ")}] of the parameter, got [${gradient.shape.join(", ")}].`,
    );
  }
}

/** A variable of zeros for each parameter, named `prefix/parameter`. */
export function zerosLike(prefix: string, parameters: Parameters): Record<string, tf.Variable> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { shape }]) => [
      `${prefix}/${name}`,
      tf.tidy(() => tf.variable(tf.zeros(shape), false)),
    ]),
  );
}
