import { maskedCrc } from "./crc32c";

/** Bytes of a record besides its content: length, checksum of the length, checksum of the content. */
const frame = 8 + 4 + 4;

/** A record of an event file: uint64 length, its checksum, the content, its checksum; all little-endian. */
export function encodeRecord(content: Uint8Array): Buffer {
  const record = Buffer.alloc(frame + content.length);
  record.writeBigUInt64LE(BigInt(content.length), 0);
  record.writeUInt32LE(maskedCrc(record.subarray(0, 8)), 8);
  record.set(content, 12);
  record.writeUInt32LE(maskedCrc(content), 12 + content.length);
  return record;
}

/** The whole records at the start of an event file, and the number of their bytes. A killed process may leave half a record after them. */
export function decodeRecords(bytes: Buffer): { records: Buffer[]; length: number } {
  const records: Buffer[] = [];
  let at = 0;
  while (at + frame <= bytes.length) {
    const head = bytes.subarray(at, at + 8);
    const length = Number(head.readBigUInt64LE(0));
    const end = at + frame + length;
    if (bytes.readUInt32LE(at + 8) !== maskedCrc(head) || end > bytes.length) break;
    const content = bytes.subarray(at + 12, end - 4);
    if (bytes.readUInt32LE(end - 4) !== maskedCrc(content)) break;
    records.push(content);
    at = end;
  }
  return { records, length: at };
}
