import * as tf from "@tensorflow/tfjs-core";
import { oneOf, optional, readOptions, wholeNumber } from "../../core/options";
import { namedPart } from "../../core";
import { outputSize, padsOf } from "./convolution";
import { imageInput, type Layer, type Shape } from "./layer";

export interface PoolOptions {
  /** Pixels between the windows. Default: the size, so that windows do not overlap. */
  stride?: number | undefined;
  /** "valid" (default): windows lie within the image; "same": they may reach over its edges. */
  padding?: "valid" | "same";
}

const strideOption = optional(wholeNumber({ min: 1 }));
const poolSchema = { stride: strideOption, padding: oneOf(["valid", "same"], { default: "valid" }) };

/**
 * The largest value of every window of `size` × `size` pixels.
 *
 * @example
 * const layer = maxPool(2).build([4, 4, 1], random(1));
 * layer.output; // → [2, 2, 1]
 */
export function maxPool(size: number, options: PoolOptions = {}): Layer {
  wholeNumber({ min: 1 }).read(size, "maxPool: size");
  const { stride = size, padding } = readOptions("maxPool", options, poolSchema);
  const geometry = { filterSize: size, strides: stride, pad: padding };
  return namedPart<Pick<Layer, "build">>(
    "maxPool",
    { size, stride, padding },
    {
      build(input) {
        const [height, width, channels] = imageInput("maxPool", input, size);
        const output = [
          outputSize(height, size, stride, padding),
          outputSize(width, size, stride, padding),
          channels,
        ];
        return {
          output,
          forward: (x) => tf.maxPool(x as tf.Tensor4D, size, stride, padding),
          pullback: (x, y, dy) => ({
            input: () =>
              tf.engine().runKernel<tf.Tensor4D>(tf.MaxPoolGrad, { dy, input: x, output: y }, geometry),
            parameters: {},
          }),
          onnx: (graph, x) =>
            graph.node("MaxPool", [graph.channelsFirst(x)], {
              shape: output,
              whole: windows(size, stride, padsOf([height, width], size, stride, padding)),
            }),
        };
      },
    },
  );
}

/** Attributes of ONNX pools. */
const windows = (size: number, stride: number, pads: readonly number[]) => ({
  kernel_shape: [size, size],
  strides: [stride, stride],
  pads,
});

/**
 * The mean of every window of `size` × `size` pixels. Windows at the lower and right edges may reach over it: there the mean is over the
 * pixels that exist. It is the plain mean of the image with zeros around, times size²/(pixels that exist): the engines' own gradients of
 * padded means do not agree with each other.
 *
 * @example
 * const layer = averagePool(2).build([4, 4, 1], random(1));
 * layer.forward(tf.tensor4d([1, 2, 3, 4], [1, 2, 2, 1])).arraySync(); // → [[[[2.5]]]]
 */
export function averagePool(size: number, options: Pick<PoolOptions, "stride"> = {}): Layer {
  wholeNumber({ min: 1 }).read(size, "averagePool: size");
  const { stride = size } = readOptions("averagePool", options, { stride: strideOption });
  const outputs = (length: number) => Math.ceil(length / stride);
  const beyond = (length: number) => Math.max(0, (outputs(length) - 1) * stride + size - length);
  const zeros = ([, height, width]: Shape): [number, number][] => [
    [0, 0],
    [0, beyond(height)],
    [0, beyond(width)],
    [0, 0],
  ];
  const scale = ([, height, width]: Shape) => {
    const existing = (length: number) =>
      Array.from({ length: outputs(length) }, (_, i) => Math.min(size, length - i * stride));
    const columns = existing(width);
    const factors = existing(height).map((row) => columns.map((column) => [size ** 2 / (row * column)]));
    return tf.tensor4d([factors]);
  };
  const geometry = { filterSize: size, strides: stride, pad: "valid" };
  return namedPart<Pick<Layer, "build">>(
    "averagePool",
    { size, stride },
    {
      build(input) {
        const [height, width, channels] = imageInput("averagePool", input, size);
        const output = [outputs(height), outputs(width), channels];
        return {
          output,
          forward: (x) =>
            tf.mul(
              tf.avgPool(tf.pad(x as tf.Tensor4D, zeros(x.shape)), size, stride, "valid"),
              scale(x.shape),
            ),
          pullback: (x, _y, dy) => ({
            input() {
              const padded = tf.pad(x, zeros(x.shape));
              const inputs = { dy: tf.mul(dy, scale(x.shape)), input: padded };
              const whole = tf.engine().runKernel<tf.Tensor4D>(tf.AvgPoolGrad, inputs, geometry);
              return tf.slice(whole, [0, 0, 0, 0], x.shape);
            },
            parameters: {},
          }),
          onnx: (graph, x) =>
            graph.node("AveragePool", [graph.channelsFirst(x)], {
              shape: output,
              whole: {
                ...windows(size, stride, [0, 0, beyond(height), beyond(width)]),
                count_include_pad: 0,
              },
            }),
        };
      },
    },
  );
}

/**
 * The mean over all pixels: [height, width, channels] → [channels].
 *
 * @example globalAveragePool().build([7, 7, 64], random(1)).output; // → [64]
 */
export function globalAveragePool(): Layer {
  return namedPart<Pick<Layer, "build">>(
    "globalAveragePool",
    {},
    {
      build(input) {
        const [height, width, channels] = imageInput("globalAveragePool", input);
        return {
          output: [channels],
          forward: (x) => tf.mean(x, [1, 2]),
          pullback: (_x, _y, dy) => ({
            input: () =>
              tf.tile(tf.div(tf.reshape(dy, [-1, 1, 1, channels]), height * width), [1, height, width, 1]),
            parameters: {},
          }),
          onnx: (graph, x) =>
            graph.node("ReduceMean", [graph.channelsLast(x)], {
              shape: [channels],
              whole: { axes: [1, 2], keepdims: 0 },
            }),
        };
      },
    },
  );
}
