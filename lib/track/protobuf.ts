/** The value of a field: a whole number, a double, a float, or bytes (a text, a message). */
export type Field =
  | readonly [number: number, type: "varint" | "double" | "float", value: number]
  | readonly [number: number, type: "bytes", value: Uint8Array | string];

const wireTypes = { varint: 0, double: 1, bytes: 2, float: 5 } as const;

/** A message in protocol-buffer encoding. */
export function encodeMessage(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => [varint(8 * field[0] + wireTypes[field[1]]), valueOf(field)]),
  );
}

function valueOf([, type, value]: Field): Buffer {
  if (type === "varint") return varint(value);
  if (type === "bytes") {
    const bytes = Buffer.from(value as string);
    return Buffer.concat([varint(bytes.length), bytes]);
  }
  const bytes = Buffer.alloc(type === "double" ? 8 : 4);
  if (type === "double") bytes.writeDoubleLE(value);
  else bytes.writeFloatLE(value);
  return bytes;
}

/** Seven bits per byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}

/** The fields of a message, of which numbers in fixed bytes are left as they are. */
export function decodeMessage(bytes: Buffer): { number: number; value: number | Buffer }[] {
  const fields: { number: number; value: number | Buffer }[] = [];
  let at = 0;
  const readVarint = () => {
    let [value, unit] = [0, 1];
    for (; bytes[at] >= 128; unit *= 128) value += unit * (bytes[at++] - 128);
    return value + unit * bytes[at++];
  };
  const take = (length: number) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = readVarint();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case wireTypes.varint:
        fields.push({ number, value: readVarint() });
        break;
      case wireTypes.bytes:
        fields.push({ number, value: take(readVarint()) });
        break;
      default:
        fields.push({ number, value: take(key % 8 === wireTypes.double ? 8 : 4) });
    }
  }
  return fields;
}
