/**
 * A message of Protocol Buffers as it is written: its fields, one after another, as pieces that are never joined, so that weights are not
 * copied. ONNX needs five kinds of fields; of a field that repeats, each value is written as a field of its own.
 */
export class Message {
  readonly pieces: Uint8Array[] = [];
  /** In bytes. */
  length = 0;

  /** A whole number of up to 64 bits; negative ones as their two's complement. */
  whole(field: number, value: number): this {
    return this.add(varint(8 * field), varint(value));
  }

  /** A number of 32 bits. */
  float(field: number, value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return this.add(varint(8 * field + 5), bytes);
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.add(varint(8 * field + 2), varint(value.length), value);
  }

  message(field: number, { length, pieces }: Message): this {
    this.add(varint(8 * field + 2), varint(length));
    for (const piece of pieces) this.add(piece);
    return this;
  }

  private add(...pieces: Uint8Array[]): this {
    for (const piece of pieces) {
      this.pieces.push(piece);
      this.length += piece.length;
    }
    return this;
  }
}

/** Seven bits per byte, the lowest first; the eighth says that more follow. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}
