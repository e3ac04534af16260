import type * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../../core";
import { isRecord } from "../../core/options";

/** A batch that flows through an ONNX graph. */
export interface OnnxValue {
  readonly name: string;
  /** The shape of one example, as the library has it: [height, width, channels] or [d]. */
  readonly shape: readonly number[];
  /** Whether the graph holds it as [n, channels, height, width], as convolutions and pools of ONNX take images. */
  readonly channelsFirst: boolean;
}

/** What a node of an ONNX graph has besides its inputs. */
export interface OnnxNode {
  /** The shape of one example of the result. Default: that of the first input. */
  shape?: readonly number[];
  /** Attributes that are whole numbers, or lists of them. */
  whole?: Readonly<Record<string, number | readonly number[]>>;
  /** Attributes that are numbers of 32 bits. */
  floats?: Readonly<Record<string, number>>;
}

/**
 * An ONNX graph under construction. The function `onnx` of a built layer or a network adds the operators that compute it, those of
 * opset 17 (https://onnx.ai/onnx/operators), and returns the last value: `onnx: (graph, x) => graph.node("Relu", [x])`.
 */
export interface OnnxGraph {
  /** Adds an operator with its inputs: values, or names that `constant`, `wholeNumbers` and `weights` returned. */
  node(type: string, inputs: readonly [OnnxValue, ...(OnnxValue | string)[]], node?: OnnxNode): OnnxValue;
  /** Numbers that are part of the graph: one number, or an array with its shape. */
  constant(data: number | Float32Array, shape?: readonly number[]): string;
  /** Whole numbers that an operator takes as an input, such as axes. */
  wholeNumbers(values: readonly number[]): string;
  /** A parameter. `order` lists its axes in the order that the operator wants: [3, 2, 0, 1] for filters of a convolution. */
  weights(tensor: tf.Tensor, order?: readonly number[]): string;
  /** Images as [n, channels, height, width]; vectors stay as they are. */
  channelsFirst(x: OnnxValue): OnnxValue;
  /** Images as [n, height, width, channels]; vectors stay as they are. */
  channelsLast(x: OnnxValue): OnnxValue;
  /** The same numbers in another shape per example. */
  reshape(x: OnnxValue, shape: readonly number[]): OnnxValue;
  /** The axis of an image's channels, or of a vector's entries. */
  channelAxis(x: OnnxValue): number;
}

/** Something that may know how it is written to ONNX. */
export interface OnnxWritable {
  /** Adds the operators that compute it from x to the graph. */
  onnx?(graph: OnnxGraph, x: OnnxValue): OnnxValue;
}

/** Writes something to the graph, or says in one sentence that it cannot be written. */
export function writeTo(graph: OnnxGraph, x: OnnxValue, what: string, part: OnnxWritable): OnnxValue {
  if (typeof part.onnx !== "function")
    throw new UserError(
      `${what} cannot be written as ONNX, because it has no function onnx(graph, x). Give it one, or save to a .safetensors file.`,
    );
  const y: unknown = part.onnx(graph, x);
  check(
    isRecord(y) && typeof y.name === "string" && Array.isArray(y.shape),
    () => `${what} cannot be written as ONNX: its function onnx must return what graph.node returns.`,
  );
  return y as unknown as OnnxValue;
}
