import * as tf from "@tensorflow/tfjs-core";
import {
  argument,
  functionValue,
  isArray,
  isTensor,
  readRecord,
  readTensor,
  recordOf,
  text,
  wholeNumber,
} from "../core/options";
import { check } from "../core/errors";
import type { Layer } from "./layers";

/** A network up to the layer before L: plain parameters and functions that use them. */
export interface Network {
  name: string;
  /** What an image must look like: [height, width, channels]. */
  imageShape: [number, number, number];
  /** The length d of an embedding. */
  dimension: number;
  parameters: Record<string, tf.Variable>;
  /** Embeds a batch of images [n, height, width, channels] as ℓ2-normalised rows [n, d]; differentiable. */
  forward(images: tf.Tensor4D): tf.Tensor2D;
  /** The same, and keeps what backpropagation needs. The images must live as long as the trace. */
  trace(images: tf.Tensor4D): Trace;
  /** Frees the parameters. */
  dispose(): void;
}

/** A forward pass that can be followed back, once the loss of its embeddings is known. */
export interface Trace {
  /** z, [n, d] */
  embeddings: tf.Tensor2D;
  /** ∂J/∂θ from ∂J/∂z, [n, d], named as the parameters are. The caller owns the tensors. */
  gradients(dz: tf.Tensor2D): Record<string, tf.Tensor>;
  /** Frees the embeddings and all that was kept. */
  dispose(): void;
}

/** A network whose layers follow each other; the last one makes images of one pixel with d channels. */
export function sequential(
  { name, imageShape, dimension }: Pick<Network, "name" | "imageShape" | "dimension">,
  layers: readonly Layer[],
): Network {
  const parameters = Object.assign({}, ...layers.map((layer) => layer.parameters)) as Network["parameters"];
  const checkBatch = (images: tf.Tensor4D, caller: string) => {
    const { shape } = readTensor(images, `${name} network: ${caller}: images`, 4);
    check(
      shape.slice(1).join() === imageShape.join(),
      () =>
        `${name} network: ${caller}: images must be [n, ${imageShape.join(", ")}], got a tensor of shape [${shape.join(", ")}].`,
    );
  };
  const rows = (y: tf.Tensor4D) => tf.reshape<tf.Rank.R2>(y, [-1, dimension]);
  return {
    name,
    imageShape,
    dimension,
    parameters,
    forward(images) {
      checkBatch(images, "forward");
      return rows(layers.reduce((x, layer) => layer.forward(x), images));
    },
    trace(images) {
      checkBatch(images, "trace");
      const values = [images];
      for (const layer of layers) values.push(tf.tidy(() => layer.forward(values[values.length - 1])));
      const embeddings = rows(values[values.length - 1]);
      return {
        embeddings,
        gradients: (dz) =>
          tf.tidy(() => {
            const { shape } = readTensor(dz, `${name} network: gradients: dz`, 2);
            check(
              shape.join() === embeddings.shape.join(),
              () =>
                `${name} network: gradients: dz must have the shape [${embeddings.shape.join(", ")}] of the embeddings, got [${shape.join(", ")}].`,
            );
            let dy = tf.reshape<tf.Rank.R4>(dz, [-1, 1, 1, dimension]);
            const gradients: Record<string, tf.Tensor> = {};
            for (let i = layers.length - 1; i >= 0; i--) {
              const pullback = layers[i].pullback(values[i], values[i + 1], dy);
              Object.assign(gradients, pullback.parameters);
              if (i > 0) dy = pullback.input();
            }
            return gradients;
          }),
        dispose: () => {
          tf.dispose([...values.slice(1), embeddings]);
        },
      };
    },
    dispose() {
      tf.dispose(parameters);
    },
  };
}

const imageShape = argument(
  "[height, width, channels]",
  (value) =>
    isArray(value) &&
    value.length === 3 &&
    value.every((extent) => Number.isInteger(extent) && Number(extent) >= 1),
);

/** Rejects what is no network, the caller's own or one of ours, or one that was disposed. */
export function checkNetwork(name: string, network: Network): void {
  readRecord(name, network, "a network such as mnistNetwork()", {
    name: text,
    imageShape,
    dimension: wholeNumber({ min: 1 }),
    parameters: recordOf("the parameters by name", {}),
    forward: functionValue(),
  });
  checkVariables(`${name}.parameters`, network.parameters);
}

/** Rejects parameters that are no living variables. */
export function checkVariables(name: string, parameters: Record<string, tf.Variable>): void {
  readRecord(name, parameters, "variables by name, such as network.parameters", {});
  for (const [key, parameter] of Object.entries(parameters)) {
    readTensor(parameter, `${name}.${key}`);
    check(
      isTensor(parameter) && parameter instanceof tf.Variable,
      () => `${name}.${key} must be a tf.Variable, got a tensor that cannot be changed.`,
    );
  }
}
