import * as tf from "@tensorflow/tfjs-core";
import { optional, positive, readOptions, wholeNumber } from "../../core/options";
import { namedPart } from "../../core";
import type { OnnxGraph, OnnxValue } from "../onnx";
import { gaussianParameter, heDeviation, zeroParameter, type Layer, type Shape } from "./layer";

export interface DenseOptions {
  /** The standard deviation of the initial weights. Default √(2/inputs) (He et al. 2015). Biases start at zero. */
  deviation?: number | undefined;
}

/**
 * y = xW + b with `units` outputs; images are flattened first.
 *
 * @example
 * const network = sequential([dense(8), relu(), dense(3)], { input: [2], seed: 1 });
 * embed(network, x).shape; // → [6, 3]
 */
export function dense(units: number, options: DenseOptions = {}): Layer {
  wholeNumber({ min: 1 }).read(units, "dense: units");
  const settings = readOptions("dense", options, { deviation: optional(positive()) });
  return namedPart<Pick<Layer, "build">>(
    "dense",
    { units, ...settings },
    {
      build(input, random) {
        const size = tf.util.sizeFromShape([...input]);
        const weights = gaussianParameter(random, [size, units], settings.deviation ?? heDeviation(size));
        const bias = zeroParameter([units]);
        const matrix = weights as unknown as tf.Tensor2D;
        const rows = (x: tf.Tensor) => tf.reshape<tf.Rank.R2>(x, [-1, size]);
        return {
          output: [units],
          parameters: { weights, bias },
          forward: (x) => tf.add(tf.matMul(rows(x), matrix), bias),
          pullback: (x, _y, dy) => ({
            input: () => tf.reshape(tf.matMul(dy as tf.Tensor2D, matrix, false, true), x.shape),
            parameters: { weights: tf.matMul(rows(x), dy, true, false), bias: tf.sum(dy, 0) },
          }),
          onnx(graph, x) {
            const [w, b] = [graph.weights(weights), graph.weights(bias)];
            return graph.node("Gemm", [graph.reshape(x, [size]), w, b], { shape: [units] });
          },
        };
      },
    },
  );
}

/**
 * Images [height, width, channels] as vectors.
 *
 * @example flatten().build([7, 7, 64], random(1)).output; // → [3136]
 */
export function flatten(): Layer {
  return namedPart<Pick<Layer, "build">>(
    "flatten",
    {},
    {
      build: (input: Shape) => {
        const size = tf.util.sizeFromShape([...input]);
        return {
          output: [size],
          forward: (x: tf.Tensor) => tf.reshape(x, [-1, size]),
          pullback: (x: tf.Tensor, _y: tf.Tensor, dy: tf.Tensor) => ({
            input: () => tf.reshape(dy, x.shape),
            parameters: {},
          }),
          onnx: (graph: OnnxGraph, x: OnnxValue) => graph.reshape(x, [size]),
        };
      },
    },
  );
}
