import { crc32, deflateRawSync } from "node:zlib";

/** An entry with what an attacker would choose. */
export interface ToyEntry {
  content: string;
  /** The Unix type and permissions; default: a plain file. */
  mode?: number;
  deflate?: boolean;
  /** The size that the archive states; default: the true one. */
  statedSize?: number;
}

export type ToyEntries = Record<string, string | ToyEntry> | [name: string, entry: string | ToyEntry][];

/** A zip file with uncompressed entries unless told otherwise, enough of a wheel for the tests. */
export function storedZip(entries: ToyEntries): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const list = Array.isArray(entries) ? entries : Object.entries(entries);
  let offset = 0;
  for (const [name, given] of list) {
    const entry: ToyEntry = typeof given === "string" ? { content: given } : given;
    const nameBytes = Buffer.from(name);
    const content = Buffer.from(entry.content);
    const bytes = entry.deflate ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26); // version needed … length of the extra field
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.deflate ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(entry.statedSize ?? content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14); // length of the comment … offset of the file
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), Buffer.from([20, 3]), common, rest, nameBytes);
    files.push(signature(0x04034b50), common, nameBytes, bytes);
    offset += 30 + nameBytes.length + bytes.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directoryBytes, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
