import { check } from "../../core";

const magic = "ARROW1";
const messageTypes = { schema: 1, dictionaryBatch: 2, recordBatch: 3 };
const maxDepth = 64;
/** What all headers together may list, per byte of the file: entries of a damaged file can refer to each other without end. */
const perByte = 16;

/**
 * Checks the headers of an Arrow IPC file or stream (FlatBuffers tables, Arrow Columnar Format 1.5) before they are decoded: the decoder
 * trusts the lengths of their lists, and would fill the memory or never end.
 */
export function checkArrowHeaders(bytes: Uint8Array): void {
  new HeaderCheck(bytes.length).file(bytes);
}

class HeaderCheck {
  private left: number;

  constructor(size: number) {
    this.left = 64 + perByte * size;
  }

  file(bytes: Uint8Array): void {
    if (Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(6, bytes.length)).toString("latin1") === magic) {
      const end = bytes.length - magic.length - 4;
      const length = int32(bytes, end);
      check(length > 0 && length <= end, () => `its footer claims ${length} bytes`);
      this.footer(bytes, end - length);
    } else for (let at: number | undefined = 0; at !== undefined;) at = this.message(bytes, at);
  }

  private footer(bytes: Uint8Array, at: number): void {
    const field = tableAt(bytes, at);
    this.schema(bytes, field(6));
    for (const blocks of [field(8), field(10)])
      this.list(bytes, blocks, 24, (block) => {
        const place = int64(bytes, block);
        check(place >= 0 && place < bytes.length, damaged);
        this.message(bytes, place);
      });
    this.metadata(bytes, field(12));
  }

  /** Checks the message at a place and returns where the next one is. */
  private message(bytes: Uint8Array, start: number): number | undefined {
    this.spend(1);
    let at = start;
    let length = int32(bytes, at);
    at += 4;
    if (length === -1) {
      length = int32(bytes, at);
      at += 4;
    }
    if (length === 0) return undefined;
    check(length > 0 && at + length <= bytes.length, () => "it ends within a header");
    const head = bytes.subarray(at, at + length);
    at += length;
    const field = tableAt(head, 0);
    const type = field(6) === 0 ? 0 : head[field(6)];
    const content = field(8);
    if (content === 0) return at;
    if (type === messageTypes.schema) this.schema(head, content);
    else if (type === messageTypes.recordBatch) this.batch(head, content);
    else {
      check(type === messageTypes.dictionaryBatch, damaged);
      const data = tableAt(head, content)(6);
      check(data !== 0, damaged);
      this.batch(head, data);
    }
    const body = field(10) === 0 ? 0 : int64(head, field(10));
    check(body >= 0 && at + body <= bytes.length, () => "it ends within its numbers");
    return at + body;
  }

  private batch(bytes: Uint8Array, at: number): void {
    const field = tableAt(bytes, at);
    this.list(bytes, field(6), 16);
    let buffers = this.list(bytes, field(8), 16);
    this.list(bytes, field(12), 8, (place) => {
      const count = int64(bytes, place);
      check(count >= 0 && count <= buffers, damaged);
      buffers -= count;
    });
  }

  private schema(bytes: Uint8Array, at: number): void {
    check(at !== 0, () => "it has no columns, or is no Arrow file");
    const field = tableAt(bytes, at);
    this.list(bytes, field(6), 4, (place) => {
      this.column(bytes, place, 0);
    });
    this.metadata(bytes, field(8));
  }

  private column(bytes: Uint8Array, at: number, depth: number): void {
    check(depth < maxDepth, damaged);
    const field = tableAt(bytes, at);
    this.text(bytes, field(4));
    if (field(10) !== 0) {
      // The names of time zones and the numbers of unions are lists.
      const type = tableAt(bytes, field(10));
      check(type(6) === 0 || type(6) < bytes.length, damaged);
      if (bytes[field(8)] === 14) this.list(bytes, type(6), 4);
      if (bytes[field(8)] === 10) this.text(bytes, type(6));
    }
    this.list(bytes, field(14), 4, (place) => {
      this.column(bytes, place, depth + 1);
    });
    this.metadata(bytes, field(16));
  }

  private metadata(bytes: Uint8Array, at: number): void {
    this.list(bytes, at, 4, (place) => {
      const field = tableAt(bytes, place);
      this.text(bytes, field(4));
      this.text(bytes, field(6));
    });
  }

  private text(bytes: Uint8Array, at: number): void {
    this.list(bytes, at, 1);
  }

  /** Checks a list's length, and each of its entries. */
  private list(bytes: Uint8Array, at: number, width: number, each?: (place: number) => void): number {
    if (at === 0) return 0;
    const start = at + int32(bytes, at);
    const count = int32(bytes, start);
    check(start >= 0 && count >= 0 && start + 4 + count * width <= bytes.length, damaged);
    this.spend(count);
    if (each) for (let i = 0; i < count; i++) each(start + 4 + i * width);
    return count;
  }

  private spend(entries: number): void {
    this.left -= entries;
    check(this.left >= 0, damaged);
  }
}

const damaged = () => "its headers are damaged";

/** Where a table has the field of a slot, 0 where it has none. */
function tableAt(bytes: Uint8Array, at: number): (slot: number) => number {
  const table = at + int32(bytes, at);
  const slots = table - int32(bytes, table);
  check(table >= 0 && table < bytes.length && slots >= 0 && slots < bytes.length, damaged);
  const size = int16(bytes, slots);
  return (slot) => {
    const offset = slot < size ? int16(bytes, slots + slot) : 0;
    return offset === 0 ? 0 : table + offset;
  };
}

// What is behind the end counts as 0, as the decoder reads it.
const int16 = (bytes: Uint8Array, at: number) => ((bytes[at] | (bytes[at + 1] << 8)) << 16) >> 16;
const int32 = (bytes: Uint8Array, at: number) =>
  bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
const int64 = (bytes: Uint8Array, at: number) => (int32(bytes, at) >>> 0) + int32(bytes, at + 4) * 2 ** 32;
