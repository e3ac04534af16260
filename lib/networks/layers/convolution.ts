import * as tf from "@tensorflow/tfjs-core";
import { argument, optional, positive, readOptions, wholeNumber } from "../../core/options";
import { namedPart } from "../../core";
import type { OnnxGraph, OnnxValue } from "../onnx";
import {
  gaussianParameter,
  heDeviation,
  imageInput,
  zeroParameter,
  type BuiltLayer,
  type Layer,
} from "./layer";

export interface ConvolutionOptions {
  /** Pixels between the windows. Default 1. */
  stride?: number;
  /** "valid" (default): no padding; "same": zeros around, so that with stride 1 the output is as large as the input; p: p zeros on every side. */
  padding?: ConvolutionPadding;
  /** The standard deviation of the initial weights. Default √(2/inputs) (He et al. 2015). Biases start at zero. */
  deviation?: number | undefined;
}

type ConvolutionPadding = "valid" | "same" | number;

const convolutionSchema = {
  stride: wholeNumber({ min: 1, default: 1 }),
  padding: argument<ConvolutionPadding>(
    '"valid", "same" or a whole number of pixels',
    (value) => value === "valid" || value === "same" || (Number.isSafeInteger(value) && Number(value) >= 0),
    { default: "valid" },
  ),
  deviation: optional(positive()),
};

/**
 * y = x ∗ W + b with `filters` filters of `size` × `size` pixels. A filter as large as the image sees it once: then the convolution is a
 * matrix product, and is computed as one.
 *
 * @example
 * convolution(20, 5, { stride: 2 }).build([28, 28, 1], random(1)).output; // → [12, 12, 20]
 * const network = sequential([convolution(20, 5), maxPool(2), dense(128)], { input: [28, 28, 1] });
 */
export function convolution(filters: number, size: number, options: ConvolutionOptions = {}): Layer {
  wholeNumber({ min: 1 }).read(filters, "convolution: filters");
  wholeNumber({ min: 1 }).read(size, "convolution: size");
  const settings = readOptions("convolution", options, convolutionSchema);
  const { stride, padding, deviation } = settings;
  return namedPart<Pick<Layer, "build">>(
    "convolution",
    { filters, size, ...settings },
    {
      build(input, random) {
        const zeros = typeof padding === "number" ? padding : 0;
        const kind = typeof padding === "number" ? "valid" : padding;
        const window = kind === "same" ? 1 : Math.max(1, size - 2 * zeros);
        const [height, width, channels] = imageInput("convolution", input, window);
        const outputs = (length: number) => outputSize(length + 2 * zeros, size, stride, kind);
        const shape: [number, number, number, number] = [size, size, channels, filters];
        const filter = gaussianParameter(random, shape, deviation ?? heDeviation(size * size * channels));
        return built(filter as unknown as tf.Tensor4D & tf.Variable, zeroParameter([filters]), {
          stride,
          padding: kind,
          zeros,
          output: [outputs(height), outputs(width), filters],
          pads:
            typeof padding === "number"
              ? [zeros, zeros, zeros, zeros]
              : padsOf([height, width], size, stride, kind),
        });
      },
    },
  );
}

/** Windows of `size` pixels, `stride` apart, along a side. */
export function outputSize(length: number, size: number, stride: number, padding: "valid" | "same"): number {
  return Math.ceil((padding === "same" ? length : length - size + 1) / stride);
}

/**
 * The zeros that "same" puts around an image, as ONNX counts them: [top, left, bottom, right]. Of an odd number, the larger half goes to the
 * bottom and to the right.
 */
export function padsOf(
  extents: readonly number[],
  size: number,
  stride: number,
  padding: "valid" | "same",
): number[] {
  const all = extents.map((length) =>
    padding === "same"
      ? Math.max(0, (outputSize(length, size, stride, padding) - 1) * stride + size - length)
      : 0,
  );
  return [...all.map((zeros) => zeros >> 1), ...all.map((zeros) => zeros - (zeros >> 1))];
}

interface Geometry {
  stride: number;
  padding: "valid" | "same";
  /** Zeros on every side, besides those of "same". */
  zeros: number;
  output: readonly number[];
  /** All zeros, as ONNX counts them. */
  pads: readonly number[];
}

function built(filter: tf.Tensor4D & tf.Variable, bias: tf.Variable, geometry: Geometry): BuiltLayer {
  const { stride, padding, zeros, output, pads } = geometry;
  const parameters = { filter, bias };
  const product = matrixProduct(filter, bias);
  const [rows, columns] = filter.shape as tf.Tensor4D["shape"];
  const seesAll = ({ shape }: tf.Tensor) =>
    padding === "valid" && zeros === 0 && shape[1] === rows && shape[2] === columns;
  // The tensorflow engine has no convolution with a number of zeros.
  const sides: [number, number] = [zeros, zeros];
  const padded = (x: tf.Tensor) =>
    (zeros === 0 ? x : tf.pad(x, [[0, 0], sides, sides, [0, 0]])) as tf.Tensor4D;
  return {
    output,
    parameters,
    forward: (x) =>
      seesAll(x) ? product.forward(x) : tf.add(tf.conv2d(padded(x), filter, stride, padding), bias),
    pullback(given, _y, dy) {
      if (seesAll(given)) return product.pullback(given, dy);
      const x = padded(given);
      const run = (kernel: string, inputs: tf.NamedTensorMap, attributes: object) =>
        tf.engine().runKernel<tf.Tensor4D>(kernel, inputs, {
          strides: stride,
          pad: padding,
          dataFormat: "NHWC",
          ...attributes,
        });
      return {
        input: () => {
          const dx = run(tf.Conv2DBackpropInput, { dy, filter }, { inputShape: x.shape });
          return zeros === 0 ? dx : tf.slice(dx, [0, zeros, zeros, 0], given.shape);
        },
        parameters: {
          filter: run(tf.Conv2DBackpropFilter, { x, dy }, { filterShape: filter.shape }),
          bias: tf.sum(dy, [0, 1, 2]),
        },
      };
    },
    onnx: (graph: OnnxGraph, x: OnnxValue) =>
      graph.node("Conv", [graph.channelsFirst(x), graph.weights(filter, [3, 2, 0, 1]), graph.weights(bias)], {
        shape: output,
        whole: { strides: [stride, stride], pads },
      }),
  };
}

/** The filter sees the whole image at once. */
function matrixProduct(filter: tf.Tensor4D & tf.Variable, bias: tf.Variable) {
  const { shape } = filter;
  const outputs = shape[3];
  const size = filter.size / outputs;
  const rows = (x: tf.Tensor) => tf.reshape<tf.Rank.R2>(x, [-1, size]);
  const matrix = () => tf.reshape<tf.Rank.R2>(filter, [size, outputs]);
  return {
    forward: (x: tf.Tensor) => tf.reshape(tf.add(tf.matMul(rows(x), matrix()), bias), [-1, 1, 1, outputs]),
    pullback(x: tf.Tensor, dy: tf.Tensor) {
      const errors = tf.reshape<tf.Rank.R2>(dy, [-1, outputs]);
      return {
        input: () => tf.reshape(tf.matMul(errors, matrix(), false, true), x.shape),
        parameters: {
          filter: tf.reshape(tf.matMul(rows(x), errors, true, false), shape),
          bias: tf.sum(errors, 0),
        },
      };
    },
  };
}
