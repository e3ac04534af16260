import type { OnnxNode } from "./onnxGraph";
import { Message } from "./protobuf";

/** Numbers that are part of a graph. Weights are read when the file is written. */
export interface Initializer {
  name: string;
  shape: readonly number[];
  array: () => Promise<Float32Array | BigInt64Array>;
}

/** The input or the result of a graph. */
export interface OnnxPort {
  name: string;
  /** The shape of one example. */
  shape: readonly number[];
}

export interface OnnxModel {
  name: string;
  nodes: readonly Message[];
  initializers: readonly Initializer[];
  input: OnnxPort;
  output: OnnxPort;
  metadata: Readonly<Record<string, string>>;
}

/** IR version 8 is that of opset 17, which onnxruntime reads since 1.12. */
const [irVersion, opset] = [8, 17];
const [float32, int64] = [1, 7];
const attributeTypes = { float: 1, int: 2, ints: 7 };

/** NodeProto */
export function nodeMessage(
  type: string,
  inputs: readonly string[],
  output: string,
  { whole = {}, floats = {} }: OnnxNode,
): Message {
  const node = new Message();
  for (const input of inputs) node.text(1, input);
  node.text(2, output).text(3, output).text(4, type);
  for (const [name, value] of Object.entries(whole)) {
    const attribute = new Message().text(1, name);
    if (typeof value === "number") attribute.whole(3, value).whole(20, attributeTypes.int);
    else {
      for (const each of value) attribute.whole(8, each);
      attribute.whole(20, attributeTypes.ints);
    }
    node.message(5, attribute);
  }
  for (const [name, value] of Object.entries(floats))
    node.message(5, new Message().text(1, name).float(2, value).whole(20, attributeTypes.float));
  return node;
}

/** ModelProto with its GraphProto */
export async function modelMessage(model: OnnxModel): Promise<Message> {
  const graph = new Message();
  for (const node of model.nodes) graph.message(1, node);
  graph.text(2, model.name);
  for (const { name, shape, array } of model.initializers) {
    const data = await array();
    const tensor = new Message();
    for (const extent of shape) tensor.whole(1, extent);
    tensor
      .whole(2, data instanceof Float32Array ? float32 : int64)
      .text(8, name)
      .bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    graph.message(5, tensor);
  }
  graph.message(11, portMessage(model.input)).message(12, portMessage(model.output));
  const message = new Message().whole(1, irVersion).text(2, "ssdml").message(7, graph);
  message.message(8, new Message().text(1, "").whole(2, opset));
  for (const [key, value] of Object.entries(model.metadata))
    message.message(14, new Message().text(1, key).text(2, value));
  return message;
}

/** ValueInfoProto of a batch of any size. */
function portMessage({ name, shape }: OnnxPort): Message {
  const dimensions = new Message().message(1, new Message().text(2, "n"));
  for (const extent of shape) dimensions.message(1, new Message().whole(1, extent));
  const tensor = new Message().whole(1, float32).message(2, dimensions);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

/** The numbers of an array with its axes in another order. */
export function transposed(
  data: Float32Array,
  shape: readonly number[],
  order: readonly number[],
): Float32Array {
  if (order.every((axis, i) => axis === i)) return Float32Array.from(data);
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((size, extent) => size * extent, 1));
  const [extents, steps] = [order.map((axis) => shape[axis]), order.map((axis) => strides[axis])];
  const moved = new Float32Array(data.length);
  const position = extents.map(() => 0);
  for (let to = 0, from = 0; to < moved.length; to++) {
    moved[to] = data[from];
    for (let axis = extents.length - 1; axis >= 0; axis--) {
      from += steps[axis];
      if (++position[axis] < extents[axis]) break;
      from -= steps[axis] * extents[axis];
      position[axis] = 0;
    }
  }
  return moved;
}
