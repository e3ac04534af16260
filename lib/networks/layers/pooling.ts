import * as tf from "@tensorflow/tfjs-core";
import { oneOf, optional, readOptions, wholeNumber } from "../../core/options";
import { namedPart } from "../../core";
import { outputSize, padsOf } from "./convolution";
import { imageInput, type Layer, type Shape } from "./layer";

export interface PoolOptions {
  /** Pixels between the windows. Default: the size, so that windows do not overlap. */
  stride?: number | undefined;
  /**
   * "valid" (default): windows lie within the image; "same": they may reach over its edges; "ceil": only over the lower and right edges, so
   * that every pixel is in a window (Caffe).
   */
  padding?: "valid" | "same" | "ceil";
}

/** Below all numbers of single precision that a network computes with. */
const smallest = -3.4e38;

const strideOption = optional(wholeNumber({ min: 1 }));
const poolSchema = { stride: strideOption, padding: oneOf(["valid", "same", "ceil"], { default: "valid" }) };

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
  const isCeil = padding === "ceil";
  const kind = isCeil ? "valid" : padding;
  const geometry = { filterSize: size, strides: stride, pad: kind };
  /** Pixels by which the last window reaches over the edge. */
  const beyond = (length: number) =>
    isCeil ? Math.max(0, Math.ceil((length - size) / stride)) * stride + size - length : 0;
  const padded = (x: tf.Tensor) => {
    const [, below, right] = x.shape.map(beyond);
    if (below === 0 && right === 0) return x as tf.Tensor4D;
    return tf.pad(
      x as tf.Tensor4D,
      [
        [0, 0],
        [0, below],
        [0, right],
        [0, 0],
      ],
      smallest,
    );
  };
  return namedPart<Pick<Layer, "build">>(
    "maxPool",
    { size, stride, padding },
    {
      build(input) {
        const [height, width, channels] = imageInput("maxPool", input, padding === "valid" ? size : 1);
        const outputs = (length: number) => outputSize(length + beyond(length), size, stride, kind);
        const output = [outputs(height), outputs(width), channels];
        const pads = isCeil
          ? [0, 0, beyond(height), beyond(width)]
          : padsOf([height, width], size, stride, kind);
        return {
          output,
          forward: (x) => tf.maxPool(padded(x), size, stride, kind),
          pullback: (x, y, dy) => ({
            input: () => {
              const whole = padded(x);
              const inputs = { dy, input: whole, output: y };
              const dx = tf.engine().runKernel<tf.Tensor4D>(tf.MaxPoolGrad, inputs, geometry);
              return whole === x ? dx : tf.slice(dx, [0, 0, 0, 0], x.shape);
            },
            parameters: {},
          }),
          onnx: (graph, x) =>
            graph.node("MaxPool", [graph.channelsFirst(x)], {
              shape: output,
              whole: windows(size, stride, pads),
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
        const [, , channels] = imageInput("globalAveragePool", input);
        return {
          output: [channels],
          forward: (x) => tf.mean(x, [1, 2]),
          pullback: (x, _y, dy) => ({
            input() {
              const [, height, width] = x.shape as tf.Tensor4D["shape"];
              const shares = tf.div(tf.reshape(dy, [-1, 1, 1, channels]), height * width);
              return tf.tile(shares, [1, height, width, 1]);
            },
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
