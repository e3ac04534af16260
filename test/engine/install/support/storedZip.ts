/** A zip file with uncompressed entries, enough of a wheel for the tests. */
export function storedZip(entries: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const nameBytes = Buffer.from(name);
    const bytes = Buffer.from(content);
    const common = Buffer.alloc(26); // version needed … length of the extra field
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14); // length of the comment … offset of the file
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), Buffer.from([20, 3]), common, rest, nameBytes);
    files.push(signature(0x04034b50), common, nameBytes, bytes);
    offset += 30 + nameBytes.length + bytes.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(entries).length, 4);
  end.writeUInt16LE(Object.keys(entries).length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directoryBytes, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
