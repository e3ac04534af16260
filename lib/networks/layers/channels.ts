import * as tf from "@tensorflow/tfjs-core";
import { namedPart } from "../../core";
import { argument, hasHoles, isArray, positive, readOptions } from "../../core/options";
import { imageInput, type BuiltLayer, type Layer } from "./layer";

const channelNumbers = argument<readonly number[]>(
  "one finite number per channel, such as [123, 117, 104]",
  (value) =>
    isArray(value) &&
    value.length > 0 &&
    !hasHoles(value) &&
    value.every((number) => Number.isFinite(number)),
);

/**
 * y = x − m with one number m per channel, such as the mean color of the pictures that a network was trained on.
 *
 * @example subtractColor([1, 2, 3]).build([1, 1, 3], random(1)).forward(tf.ones([1, 1, 1, 3])).arraySync(); // → [[[[0, -1, -2]]]]
 */
export function subtractColor(color: readonly number[]): Layer {
  channelNumbers.read(color, "subtractColor: color");
  return namedPart<Pick<Layer, "build">>(
    "subtractColor",
    { color },
    {
      build(input): BuiltLayer {
        const [, , channels] = imageInput("subtractColor", input);
        argument(`${channels} numbers, one per channel of the input`, () => color.length === channels).read(
          color,
          "subtractColor: color",
        );
        return {
          output: input,
          forward: (x) => tf.sub(x, tf.tensor1d([...color])),
          pullback: (_x, _y, dy) => ({ input: () => tf.clone(dy), parameters: {} }),
          onnx: (graph, x) => {
            const shape = x.channelsFirst ? [channels, 1, 1] : [channels];
            return graph.node("Sub", [x, graph.constant(Float32Array.from(color), shape)]);
          },
        };
      },
    },
  );
}

export interface ResponseOptions {
  /** Channels n that are summed over, the channel in the middle. Default 5. */
  size?: number;
  /** α. Default 1e-4. */
  alpha?: number;
  /** β. Default 0.75. */
  beta?: number;
  /** κ. Default 1. */
  bias?: number;
}

const responseSchema = {
  size: argument<number>(
    "an odd whole number",
    (value) => Number.isSafeInteger(value) && Number(value) % 2 === 1 && Number(value) > 0,
    {
      default: 5,
    },
  ),
  alpha: positive({ default: 1e-4 }),
  beta: positive({ default: 0.75 }),
  bias: positive({ default: 1 }),
};

/**
 * Each channel divided by the strength of its neighbors (Krizhevsky et al. 2012, as in Caffe): y_c = x_c s_c^−β with
 * s_c = κ + (α/n) Σ x_c′² over the n channels around c.
 *
 * The sum is a product with a band matrix B of ones, which every engine computes and differentiates fast:
 * ∂J/∂x = g s^−β − (2αβ/n) x · ((g x s^−(β+1)) B) with g = ∂J/∂y.
 *
 * @example responseNormalization({ size: 1, alpha: 3, beta: 0.5 }).build([1, 1, 1], random(1)).forward(tf.ones([1, 1, 1, 1])).arraySync(); // → [[[[0.5]]]]
 */
export function responseNormalization(options: ResponseOptions = {}): Layer {
  const settings = readOptions("responseNormalization", options, responseSchema);
  const { size, alpha, beta, bias } = settings;
  return namedPart<Pick<Layer, "build">>("responseNormalization", settings, {
    build(input): BuiltLayer {
      const [, , channels] = imageInput("responseNormalization", input);
      const band = Float32Array.from({ length: channels ** 2 }, (_, i) =>
        Math.abs(Math.floor(i / channels) - (i % channels)) <= (size - 1) / 2 ? alpha / size : 0,
      );
      /** (α/n) Σ over the neighbors of every channel. */
      const aroundEach = (x: tf.Tensor) =>
        tf.reshape(
          tf.matMul(tf.reshape<tf.Rank.R2>(x, [-1, channels]), tf.tensor2d(band, [channels, channels])),
          x.shape,
        );
      const strength = (x: tf.Tensor) => tf.add(aroundEach(tf.square(x)), bias);
      return {
        output: input,
        forward: (x) => tf.mul(x, toThe(-beta, strength(x))),
        pullback: (x, _y, dy) => ({
          input() {
            const s = strength(x);
            const shrunk = tf.mul(dy, toThe(-beta, s));
            const others = aroundEach(tf.div(tf.mul(shrunk, x), s));
            return tf.sub(shrunk, tf.mul(tf.mul(x, others), 2 * beta));
          },
          parameters: {},
        }),
        onnx: (graph, x) =>
          graph.node("LRN", [graph.channelsFirst(x)], { whole: { size }, floats: { alpha, beta, bias } }),
      };
    },
  });
}

/** x^p. Roots are far cheaper than powers, so Caffe's −3/4 is made of them. */
function toThe(exponent: number, x: tf.Tensor): tf.Tensor {
  if (exponent !== -0.75) return tf.pow(x, exponent);
  const root = tf.rsqrt(x);
  return tf.mul(root, tf.sqrt(root));
}
