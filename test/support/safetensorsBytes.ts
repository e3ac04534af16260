import { createHash } from "node:crypto";

/** The parts of a safetensors file. */
export interface SafetensorsParts {
  header: { __metadata__?: Record<string, string> } & Record<string, unknown>;
  data: Buffer;
}

/** Takes a file apart. */
export function partsOf(bytes: Buffer): SafetensorsParts {
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  return {
    header: JSON.parse(bytes.subarray(8, start).toString()) as SafetensorsParts["header"],
    data: Buffer.from(bytes.subarray(start)),
  };
}

/** Puts a file together, of a header as a text or a value. */
export function joinParts(header: unknown, data: Buffer): Buffer {
  const text = Buffer.from(typeof header === "string" ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, data]);
}

/** The file as it would be without a checksum, and in another version of its format: as earlier versions wrote it. */
export function withoutChecksum(bytes: Buffer, version?: number): Buffer {
  const { header, data } = partsOf(bytes);
  const metadata = { ...header.__metadata__ };
  delete metadata.sha256;
  const { format } = metadata as { format?: unknown };
  if (version !== undefined && typeof format === "string") {
    metadata.format = format.replace(/\d+$/, String(version));
  }
  return joinParts({ ...header, __metadata__: metadata }, data);
}

/** The file with a right checksum, whatever is in it. */
export function withChecksum({ header, data }: SafetensorsParts): Buffer {
  const blank = "0".repeat(64);
  const bytes = joinParts({ ...header, __metadata__: { ...header.__metadata__, sha256: blank } }, data);
  bytes.write(createHash("sha256").update(bytes).digest("hex"), bytes.indexOf(blank));
  return bytes;
}
