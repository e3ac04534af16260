import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";
import { releaseWith } from "../core/engine";
import { flag, functionValue, isArray, optional, readOptions, readRecord, text } from "../core/options";
import { unitLength } from "./layers";
import type { Network } from "./network";

/** What is needed of a `tf.LayersModel` of TensorFlow.js, sequential or functional. */
export interface LayersModelLike {
  readonly inputs: readonly { readonly shape: readonly (number | null)[] }[];
  readonly outputs: readonly { readonly shape: readonly (number | null)[] }[];
  readonly trainableWeights: readonly { read(): tf.Tensor }[];
  apply(input: tf.Tensor, options?: object): unknown;
  getConfig(): unknown;
  getWeights(): tf.Tensor[];
  setWeights(weights: tf.Tensor[]): void;
  dispose(): unknown;
}

export interface LayersNetworkOptions {
  /** Whether embeddings are scaled to length one, as the paper's are. Default true. */
  normalize?: boolean;
  /** For error texts and files. Default "layers". */
  name?: string;
}

const layersSchema = { normalize: flag({ default: true }), name: optional(text) };

/**
 * Any `tf.LayersModel` of TensorFlow.js with one input and one output [n, d] as a network. Its weights are its own: a learner starts from
 * a copy of them. Layers run as in prediction (no dropout).
 *
 * @example
 * import { loadLayersModel } from "@tensorflow/tfjs-layers";
 * const pretrained = async () => layersNetwork(await loadLayersModel("file://model.json"));
 */
export function layersNetwork(model: LayersModelLike, options: LayersNetworkOptions = {}): Network {
  readRecord("layersNetwork: model", model, "a tf.LayersModel", {
    apply: functionValue(),
    getConfig: functionValue(),
    getWeights: functionValue(),
  });
  const { normalize, name = "layers" } = readOptions("layersNetwork", options, layersSchema);
  const inputShape = singleShape(model.inputs, "input");
  const [dimension, ...others] = singleShape(model.outputs, "output");
  check(
    others.length === 0,
    () =>
      `layersNetwork: the model must end in vectors [n, d], got an output of the shape [n, ${[dimension, ...others].join(", ")}]. Add a flatten or pooling layer.`,
  );
  const parameters = Object.fromEntries(
    model.trainableWeights.map((weight, i) => [`weight${i + 1}`, variableOf(weight)]),
  );
  return {
    name,
    settings: { normalize, config: model.getConfig() },
    inputShape,
    dimension,
    parameters,
    forward(batch) {
      const y = model.apply(batch) as tf.Tensor2D;
      if (!normalize) return y;
      return unitLength(y);
    },
    copy() {
      const copied = copyModel(model);
      const network = layersNetwork(copied, { normalize, name });
      releaseWith(network, copied.getWeights());
      return network;
    },
    dispose() {
      model.dispose();
    },
  };
}

function singleShape(tensors: LayersModelLike["inputs"], what: string): number[] {
  check(
    isArray(tensors) && tensors.length === 1,
    () =>
      `layersNetwork: the model must have one ${what}, got ${isArray(tensors) ? tensors.length : "none"}.`,
  );
  const shape = tensors[0].shape.slice(1);
  check(
    shape.length > 0 && shape.every((extent) => Number.isInteger(extent)),
    () =>
      `layersNetwork: the shape of the model's ${what} must be known, got [${shape.map(String).join(", ")}]. Give the first layer an inputShape.`,
  );
  return shape as number[];
}

/** The variable behind a weight of TensorFlow.js, which keeps it as `val`. */
function variableOf(weight: { read(): tf.Tensor }): tf.Variable {
  const { val } = weight as unknown as { val?: tf.Variable };
  check(val instanceof tf.Variable, () => "layersNetwork: the model's weights must be of TensorFlow.js 4.");
  return val;
}

/** A model of the same layers with the same weights. */
function copyModel(model: LayersModelLike): LayersModelLike {
  const Class = model.constructor as unknown as {
    fromConfig(type: unknown, config: unknown): LayersModelLike;
  };
  const copy = Class.fromConfig(Class, model.getConfig());
  copy.setWeights(model.getWeights());
  return copy;
}
