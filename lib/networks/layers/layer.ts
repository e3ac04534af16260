import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart, UserError, type Part } from "../../core";
import { functionValue, optional, readRecord, readTensor, text } from "../../core/options";
import type { Random } from "../../core/values";
import type { OnnxWritable } from "../onnx";

/** The shape of one example: [height, width, channels] for images, [d] for feature vectors. */
export type Shape = readonly number[];

/** A layer before its input's shape is known. */
export interface Layer extends Part {
  /** Makes the layer for inputs of a shape; its weights come from the random numbers. */
  build(input: Shape, random: Random): BuiltLayer;
}

/**
 * One layer y = f(x; θ) on a batch [n, …]. Its function `onnx(graph, x)` adds the ONNX operators that compute y; a layer without it cannot be
 * saved as ONNX.
 */
export interface BuiltLayer extends OnnxWritable {
  /** The shape of y for one example. */
  readonly output: Shape;
  /** θ by names that are unique within the layer; none where it is left out. */
  readonly parameters?: Readonly<Record<string, tf.Variable>>;
  forward(x: tf.Tensor): tf.Tensor;
  /** Backpropagation: ∂J/∂x and ∂J/∂θ from x, y = f(x) and ∂J/∂y. Default: by automatic differentiation of `forward`. */
  pullback?(x: tf.Tensor, y: tf.Tensor, dy: tf.Tensor): Pullback;
}

export interface Pullback {
  /** ∂J/∂x, computed when asked for: the first layer's is not needed. */
  input(): tf.Tensor;
  /** ∂J/∂θ, named as the layer's parameters are. */
  parameters: Record<string, tf.Tensor>;
}

/** What `sequential` takes: a layer, or a differentiable function of a batch, which has no parameters. */
export type LayerLike = Layer | ((x: tf.Tensor) => tf.Tensor);

/** A layer as `sequential` needs it. A function becomes a layer whose output shape is found by trying it on zeros. */
export function readLayer(layer: LayerLike, name: string): Layer {
  if (typeof layer !== "function") {
    return readRecord(name, layer, "a layer such as dense(128), or a function of a batch", {
      build: functionValue(),
      name: optional(text),
    });
  }
  const title = layer.name || "a function";
  const build = (input: Shape): BuiltLayer => {
    const output = tf.tidy(() => {
      const tried: unknown = layer(tf.zeros([1, ...input]));
      return readTensor(tried as tf.Tensor, `${name}: what ${title} returns`).shape;
    });
    check(
      output[0] === 1 && output.length > 1,
      () =>
        `${name}: ${title} must return one row per example, got the shape [${output.join(", ")}] for [1, ${input.join(", ")}].`,
    );
    return { output: output.slice(1), forward: layer };
  };
  return namedPart(title, { source: Function.prototype.toString.call(layer) }, { build });
}

/** The pullback of a layer, by automatic differentiation where it has none of its own. */
export function pullbackOf(layer: BuiltLayer, x: tf.Tensor, y: tf.Tensor, dy: tf.Tensor): Pullback {
  if (layer.pullback) return layer.pullback(x, y, dy);
  const entries = Object.entries(layer.parameters ?? {});
  const [dx, ...others] = tf.grads((input: tf.Tensor) => layer.forward(input))(
    [x, ...entries.map(([, value]) => value)],
    dy,
  );
  return {
    input: () => dx,
    parameters: Object.fromEntries(entries.map(([key], i) => [key, others[i]])),
  };
}

/** Maximum number of weights of one layer. */
const mostWeights = 2 ** 28;

/** A parameter with entries `deviation` · N(0, 1). */
export function gaussianParameter(random: Random, shape: number[], deviation: number): tf.Variable {
  const size = tf.util.sizeFromShape(shape);
  check(
    size <= mostWeights,
    () =>
      `a layer must have at most ${mostWeights} weights, got ${shape.join(" × ")}. Use fewer units or filters, or pool first.`,
  );
  const values = Float32Array.from({ length: size }, () => deviation * random.normal());
  return tf.tidy(() => tf.variable(tf.tensor(values, shape)));
}

export function zeroParameter(shape: number[]): tf.Variable {
  return tf.tidy(() => tf.variable(tf.zeros(shape)));
}

/** √(2/n): He et al. 2015, for n inputs per unit. */
export const heDeviation = (inputs: number): number => Math.sqrt(2 / inputs);

/** [height, width, channels] of a layer that needs images. With `window`, a window of that size must fit into them. */
export function imageInput(name: string, input: Shape, window = 1): readonly [number, number, number] {
  if (input.length !== 3)
    throw new UserError(
      `${name} needs images [height, width, channels], got inputs of the shape [${input.join(", ")}]. Put it before flatten and dense layers.`,
    );
  const [height, width] = input;
  check(
    window <= height && window <= width,
    () =>
      `${name}: size must be at most that of its input, ${height} × ${width} pixels, got ${window}. Use fewer pools before it.`,
  );
  return input as readonly [number, number, number];
}
