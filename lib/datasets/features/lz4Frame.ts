import { check } from "../../core";

const magic = 0x184d2204;
const shortestMatch = 4;

/**
 * Unpacks an LZ4 frame (LZ4 Frame Format 1.6.2) whose content has a known length. Blocks may refer to those before them. Checksums are skipped:
 * the length and all references are checked.
 */
export function unpackLz4Frame(bytes: Uint8Array, length: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  check(bytes.length >= 7 && view.getUint32(0, true) === magic, () => "its packed numbers are no LZ4 frame");
  const flags = bytes[4];
  const hasBlockChecksum = (flags & 0x10) !== 0;
  const hasContentSize = (flags & 0x08) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  let at = 7 + (hasContentSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  const content = new Uint8Array(length);
  let end = 0;
  for (;;) {
    check(at + 4 <= bytes.length, tooShort);
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) break;
    const count = size & 0x7fffffff;
    check(at + count <= bytes.length, tooShort);
    const block = bytes.subarray(at, at + count);
    if (size >= 0x80000000) {
      check(end + count <= length, tooLong);
      content.set(block, end);
      end += count;
    } else end = unpackBlock(block, content, end);
    at += count + (hasBlockChecksum ? 4 : 0);
  }
  check(end === length, () => `its packed numbers are ${end} bytes instead of ${length}`);
  return content;
}

const tooShort = () => "its packed numbers end too early";
const tooLong = () => "its packed numbers are more than it promises";

/** Unpacks a block (LZ4 Block Format) behind `start` and returns where its content ends. */
function unpackBlock(block: Uint8Array, content: Uint8Array, start: number): number {
  let [from, to] = [0, start];
  const lengthOf = (nibble: number): number => {
    if (nibble < 15) return nibble;
    let sum = nibble;
    for (;;) {
      check(from < block.length, tooShort);
      const more = block[from++];
      sum += more;
      if (more < 255) return sum;
    }
  };
  while (from < block.length) {
    const token = block[from++];
    const literals = lengthOf(token >> 4);
    check(from + literals <= block.length, tooShort);
    check(to + literals <= content.length, tooLong);
    content.set(block.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence has no match.
    if (from === block.length) break;
    check(from + 2 <= block.length, tooShort);
    const offset = block[from] | (block[from + 1] << 8);
    from += 2;
    const match = shortestMatch + lengthOf(token & 15);
    check(offset > 0 && offset <= to, () => "its packed numbers refer to what is not there");
    check(to + match <= content.length, tooLong);
    // A match may overlap what it writes.
    for (let end = to + match; to < end; to++) content[to] = content[to - offset];
  }
  return to;
}
