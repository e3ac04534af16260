import * as tf from "@tensorflow/tfjs-core";
import { check, type PartSettings } from "../core";
import {
  argument,
  functionValue,
  isArray,
  isTensor,
  optional,
  readRecord,
  readTensor,
  recordOf,
  text,
  wholeNumber,
} from "../core/options";
import type { Shape } from "./layers";
import type { OnnxWritable } from "./onnx";

/** A network up to the layer before L: plain parameters and functions that use them. */
export interface Network extends OnnxWritable {
  readonly name: string;
  /** What it was made with, for checkpoints and result rows. */
  readonly settings?: PartSettings;
  /** The shape of one example: [height, width, channels] of an image, or [d] of a feature vector. */
  readonly inputShape: Shape;
  /** True where images of other heights and widths are taken too. */
  readonly anySize?: boolean;
  /** The length d of an embedding. */
  readonly dimension: number;
  readonly parameters: Readonly<Record<string, tf.Variable>>;
  /** Embeds a batch [n, …] as rows [n, d]; differentiable. */
  forward(batch: tf.Tensor): tf.Tensor2D;
  /** The same, keeping what backpropagation needs. The batch must live as long as the trace. Default: by automatic differentiation. */
  trace?(batch: tf.Tensor): Trace;
  /**
   * Another network of the same layers. It starts with this one's weights; where those have not been drawn yet, with weights from `seed`, for
   * inputs of the shape `input`.
   */
  copy?(options: NetworkCopyOptions): Network;
  /** Draws the weights for inputs of a shape, where the network has been waiting to see one. */
  prepare?(input: Shape): void;
  /** Frees the parameters. */
  dispose(): void;
}

/** A network of ours: it can be traced and copied. */
export interface LayeredNetwork extends Network {
  trace(batch: tf.Tensor): Trace;
  copy(options: NetworkCopyOptions): LayeredNetwork;
}

export interface NetworkCopyOptions {
  seed: number;
  input: Shape;
}

/** A forward pass that can be followed back, once the loss of its embeddings is known. */
export interface Trace {
  /** z, [n, d] */
  embeddings: tf.Tensor2D;
  /** ∂J/∂θ from ∂J/∂z, [n, d], named as the parameters are. The caller owns the tensors. */
  gradients(dz: tf.Tensor2D): Record<string, tf.Tensor>;
  /** Frees the embeddings and everything that was kept. */
  dispose(): void;
}

/** Whether an example has the shape that a network wants. */
export function fits(example: Shape, wanted: Shape, anySize = false): boolean {
  if (anySize && wanted.length === 3) return example.length === 3 && example[2] === wanted[2];
  return example.join() === wanted.join();
}

/** A trace of any network; one that has none of its own is differentiated automatically, which runs it once more. */
export function traceNetwork(network: Network, batch: tf.Tensor): Trace {
  if (network.trace) return network.trace(batch);
  const embeddings = tf.tidy(() => network.forward(batch));
  return {
    embeddings,
    gradients(dz) {
      const parameters = Object.entries(network.parameters);
      if (parameters.length === 0) return {};
      return tf.tidy(() => {
        const gradients = tf.grads(() => network.forward(batch))(
          parameters.map(([, value]) => value),
          dz,
        );
        return Object.fromEntries(parameters.map(([name], i) => [name, gradients[i]]));
      });
    },
    dispose() {
      embeddings.dispose();
    },
  };
}

/** The embeddings of a batch, which must be [n, d]. */
export function checkEmbeddings(network: Network, embeddings: tf.Tensor2D, examples: number): tf.Tensor2D {
  check(
    isTensor(embeddings),
    () => `network: ${network.name} must return a tensor [n, ${network.dimension}] of embeddings.`,
  );
  const { shape } = embeddings as tf.Tensor;
  check(
    shape.length === 2 && shape[0] === examples && shape[1] === network.dimension,
    () =>
      `network: ${network.name} must return embeddings [n, d] = [${examples}, ${network.dimension}], got the shape [${shape.join(", ")}].`,
  );
  return embeddings;
}

const inputShape = argument(
  "[height, width, channels] or [d]",
  (value) =>
    isArray(value) &&
    (value.length === 3 || value.length === 1) &&
    value.every((extent) => Number.isInteger(extent) && Number(extent) >= 1),
);

/** Rejects anything that is not a network, the caller's own or one of ours, and one that was disposed. */
export function checkNetwork(name: string, network: Network): void {
  readRecord(name, network, "a network such as mnistNetwork()", {
    name: text,
    inputShape,
    dimension: wholeNumber({ min: 1 }),
    parameters: recordOf("the parameters by name", {}),
    forward: functionValue(),
    dispose: optional(functionValue()),
  });
  checkVariables(`${name}.parameters`, network.parameters);
}

/** Rejects parameters that are not variables, or were disposed. */
export function checkVariables(name: string, parameters: Readonly<Record<string, tf.Variable>>): void {
  readRecord(name, parameters, "variables by name, such as network.parameters", {});
  for (const [key, parameter] of Object.entries(parameters)) {
    readTensor(parameter, `${name}.${key}`);
    check(
      isTensor(parameter) && parameter instanceof tf.Variable,
      () => `${name}.${key} must be a tf.Variable, got a tensor that cannot be changed.`,
    );
  }
}
