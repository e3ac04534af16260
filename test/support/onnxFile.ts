import { Message } from "../../lib/networks/onnx/protobuf";

/** An input or output; a text is an extent that the file leaves open. Type 1 is float32, 2 uint8, 7 int64. */
export interface TestPort {
  name: string;
  shape: readonly (number | string)[];
  type?: number;
}

export interface TestNode {
  type: string;
  inputs: readonly string[];
  output: string;
  whole?: Record<string, number | readonly number[]>;
}

/** An .onnx file for tests, of opset 13. Constants are float32, or int64 where they are bigints. */
export function onnxFile(file: {
  inputs: readonly TestPort[];
  outputs: readonly TestPort[];
  nodes: readonly TestNode[];
  constants?: Record<string, { data: number[] | bigint[]; shape: readonly number[] }>;
}): Buffer {
  const graph = new Message();
  for (const { type, inputs, output, whole = {} } of file.nodes) {
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    node.text(2, output).text(4, type);
    for (const [name, value] of Object.entries(whole)) {
      const attribute = new Message().text(1, name);
      if (typeof value === "number") attribute.whole(3, value).whole(20, 2);
      else value.reduce((message, each) => message.whole(8, each), attribute).whole(20, 7);
      node.message(5, attribute);
    }
    graph.message(1, node);
  }
  graph.text(2, "test");
  for (const [name, { data, shape }] of Object.entries(file.constants ?? {})) {
    const isFloat = typeof data[0] !== "bigint";
    const numbers = isFloat ? Float32Array.from(data as number[]) : BigInt64Array.from(data as bigint[]);
    const tensor = new Message();
    for (const extent of shape) tensor.whole(1, extent);
    tensor.whole(2, isFloat ? 1 : 7).text(8, name);
    graph.message(5, tensor.bytes(9, new Uint8Array(numbers.buffer)));
  }
  for (const port of file.inputs) graph.message(11, portOf(port));
  for (const port of file.outputs) graph.message(12, portOf(port));
  const model = new Message()
    .whole(1, 8)
    .message(7, graph)
    .message(8, new Message().text(1, "").whole(2, 13));
  return Buffer.concat(model.pieces);
}

function portOf({ name, shape, type = 1 }: TestPort): Message {
  const dimensions = new Message();
  for (const extent of shape)
    dimensions.message(
      1,
      typeof extent === "number" ? new Message().whole(1, extent) : new Message().text(2, extent),
    );
  const tensor = new Message().whole(1, type).message(2, dimensions);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}
