/** A layer's weights as Caffe keeps them. */
export interface StoredLayer {
  name: string;
  /** [filters, channels, height, width], in that order. */
  filter: Float32Array;
  bias: Float32Array;
}

/** Bytes as little-endian numbers of single precision, also where they do not start at a multiple of four. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  const numbers = new Float32Array(Math.floor(bytes.length / 4));
  new Uint8Array(numbers.buffer).set(bytes.subarray(0, 4 * numbers.length));
  return numbers;
}
