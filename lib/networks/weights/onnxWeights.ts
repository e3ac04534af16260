import { bytesOf, integersOf, messagesOf, readMessage, textOf, type Message } from "./readMessage";
import { floatsOf, type StoredLayer } from "./storedLayer";

/** The numbers of the fields of ONNX's messages that are read. */
const modelGraph = 7;
const graphInitializer = 5;
const tensor = { dims: 1, floatData: 4, name: 8, rawData: 9 } as const;

/** The filters and biases of an .onnx file that was converted from Caffe: "conv1/7x7_s2_w_0" and "conv1/7x7_s2_b_0" are those of "conv1/7x7_s2". */
export function readOnnxWeights(bytes: Uint8Array): StoredLayer[] {
  const graphs = messagesOf(readMessage(bytes), modelGraph);
  const initializers = graphs.flatMap((graph) => messagesOf(graph, graphInitializer));
  const named = new Map(initializers.map((initializer) => [textOf(initializer, tensor.name), initializer]));
  return [...named].flatMap(([name, filter]) => {
    const [, layer] = /^(.+)_w_0$/.exec(name) ?? [];
    const bias = layer === undefined ? undefined : named.get(`${layer}_b_0`);
    if (!bias || integersOf(filter, tensor.dims).length !== 4) return [];
    return [{ name: layer, filter: numbersOf(filter), bias: numbersOf(bias) }];
  });
}

function numbersOf(initializer: Message): Float32Array {
  const [raw] = bytesOf(initializer, tensor.rawData) as (Uint8Array | undefined)[];
  if (raw && raw.length > 0) return floatsOf(raw);
  const [packed] = bytesOf(initializer, tensor.floatData) as (Uint8Array | undefined)[];
  if (packed) return floatsOf(packed);
  return Float32Array.from(
    (initializer.get(tensor.floatData) ?? []).filter((value) => typeof value === "number"),
  );
}
