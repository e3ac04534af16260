import * as tf from "@tensorflow/tfjs-core";
import { namedPart } from "../../core";
import type { OnnxGraph, OnnxValue } from "../onnx";
import type { BuiltLayer, Layer } from "./layer";

/**
 * y = max(0, x)
 *
 * @example relu().build([3], random(1)).forward(tf.tensor2d([[-1, 0, 2]])).arraySync(); // → [[0, 0, 2]]
 */
export function relu(): Layer {
  return elementwise("relu", {
    forward: (x) => tf.relu(x),
    pullback: (_x, y, dy) => ({ input: () => tf.mul(dy, tf.step(y)), parameters: {} }),
    onnx: (graph, x) => graph.node("Relu", [x]),
  });
}

/**
 * y = tanh(x)
 *
 * @example tanh().build([2], random(1)).forward(tf.tensor2d([[0, 1]])).arraySync(); // → [[0, 0.7616]]
 */
export function tanh(): Layer {
  return elementwise("tanh", { forward: (x) => tf.tanh(x), onnx: (graph, x) => graph.node("Tanh", [x]) });
}

/**
 * The channels of every pixel, or every feature vector, scaled to length one: y = x/‖x‖, ∂J/∂x = (∂J/∂y − y⟨y, ∂J/∂y⟩)/‖x‖.
 *
 * @example l2Normalize().build([2], random(1)).forward(tf.tensor2d([[3, 4]])).arraySync(); // → [[0.6, 0.8]]
 */
export function l2Normalize(): Layer {
  return elementwise("l2Normalize", {
    forward: (x) => unitLength(x),
    pullback: (x, y, dy) => ({
      input() {
        const along = tf.sum(tf.mul(y, dy), -1, true);
        return tf.div(tf.sub(dy, tf.mul(y, along)), lengths(x));
      },
      parameters: {},
    }),
    onnx: unitLengthOnnx,
  });
}

/** x/‖x‖ along the last axis. */
export const unitLength = <T extends tf.Tensor>(x: T): T => tf.div(x, lengths(x));

/** The same as operators of ONNX. */
export function unitLengthOnnx(graph: OnnxGraph, x: OnnxValue): OnnxValue {
  const axes = graph.wholeNumbers([graph.channelAxis(x)]);
  const squares = graph.node("ReduceSum", [graph.node("Mul", [x, x]), axes], { whole: { keepdims: 1 } });
  const positive = graph.node("Max", [squares, graph.constant(leastSquare)]);
  return graph.node("Div", [x, graph.node("Sqrt", [positive])]);
}

/** A layer without parameters whose output has its input's shape. */
function elementwise(name: string, layer: Omit<BuiltLayer, "output">): Layer {
  return namedPart(name, {}, { build: (input: readonly number[]) => ({ ...layer, output: input }) });
}

/** Keeps vectors of zeros from being divided by zero. */
const leastSquare = 1e-24;

function lengths(x: tf.Tensor): tf.Tensor {
  return tf.sqrt(tf.maximum(tf.sum(tf.square(x), -1, true), leastSquare));
}
