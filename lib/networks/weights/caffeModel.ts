import { bytesOf, messagesOf, readMessage, textOf, type Message } from "./readMessage";
import { floatsOf, type StoredLayer } from "./storedLayer";

/** Where Caffe's `NetParameter` keeps its layers, in the format of 2014 and in the one before. */
const layouts = [
  { layers: 100, name: 1, blobs: 7 },
  { layers: 2, name: 4, blobs: 6 },
] as const;

const blobData = 5;

/** The layers with a filter and a bias of a .caffemodel file. */
export function readCaffeModel(bytes: Uint8Array): StoredLayer[] {
  const net = readMessage(bytes);
  return layouts.flatMap(({ layers, name, blobs }) =>
    messagesOf(net, layers).flatMap((layer) => {
      const [filter, bias] = messagesOf(layer, blobs).map(numbersOf) as (Float32Array | undefined)[];
      return filter && bias ? [{ name: textOf(layer, name), filter, bias }] : [];
    }),
  );
}

/** A blob's numbers, packed or one by one. */
function numbersOf(blob: Message): Float32Array {
  const packed = bytesOf(blob, blobData);
  if (packed.length === 1) return floatsOf(packed[0]);
  return Float32Array.from((blob.get(blobData) ?? []).filter((value) => typeof value === "number"));
}
