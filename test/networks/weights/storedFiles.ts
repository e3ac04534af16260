import { Writer } from "protobufjs/minimal";

/** Weights as Caffe keeps them, and the shape of the filter: [filters, channels, height, width]. */
export interface Stored {
  name: string;
  shape: number[];
  filter: Float32Array;
  bias: Float32Array;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A message of fields that are bytes or texts. */
function message(fields: readonly [number: number, value: Uint8Array | string][]): Uint8Array {
  const writer = Writer.create();
  for (const [number, value] of fields) {
    writer.uint32((number << 3) | 2);
    if (typeof value === "string") writer.string(value);
    else writer.bytes(value);
  }
  return writer.finish();
}

/** A .caffemodel file: of 2014 and before, with `old`, where layers have other numbers, else of later. */
export function caffeModel(layers: readonly Stored[], old = false): Uint8Array {
  const blob = (numbers: Float32Array) => message([[5, bytesOf(numbers)]]);
  const [layerField, nameField, blobField] = old ? [2, 4, 6] : [100, 1, 7];
  const data = message([[nameField, "data"]]);
  return message([
    [1, "GoogLeNet"],
    [layerField, data],
    ...layers.map(({ name, filter, bias }): [number, Uint8Array] => [
      layerField,
      message([
        [nameField, name],
        [blobField, blob(filter)],
        [blobField, blob(bias)],
      ]),
    ]),
  ]);
}

/** The initializers of an .onnx file, as raw bytes or, with `raw: false`, as packed floats. */
export function onnxFile(layers: readonly Stored[], { raw = true } = {}): Uint8Array {
  const tensor = (name: string, shape: number[], numbers: Float32Array) => {
    const writer = Writer.create();
    for (const extent of shape) writer.uint32(1 << 3).int64(extent);
    writer.uint32(2 << 3).int32(1);
    writer.uint32((8 << 3) | 2).string(name);
    writer.uint32(((raw ? 9 : 4) << 3) | 2).bytes(bytesOf(numbers));
    return writer.finish();
  };
  const initializers = layers.flatMap(({ name, shape, filter, bias }): [number, Uint8Array][] => [
    [5, tensor(`${name}_w_0`, shape, filter)],
    [5, tensor(`${name}_b_0`, [bias.length], bias)],
  ]);
  return message([[7, message(initializers)]]);
}
