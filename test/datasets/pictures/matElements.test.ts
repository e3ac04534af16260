import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matElements, matNumbers, matText } from "../../../lib/datasets/pictures/matElements";

/** An element with its size in a word of its own, filled up to a multiple of eight bytes. */
function element(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc((8 - (content.length % 8)) % 8)]);
}

/** A small element: type, size and up to four bytes in two words. */
function small(type: number, content: Buffer): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE((content.length << 16) | type, 0);
  content.copy(bytes, 4);
  return bytes;
}

describe("elements of a MATLAB file", () => {
  it("follow each other, small and large, at multiples of eight bytes", () => {
    const bytes = Buffer.concat([
      small(2, Buffer.of(7, 8)),
      element(1, Buffer.from(Int8Array.of(-1, 2, 3).buffer)),
      element(9, Buffer.from(Float64Array.of(0.5).buffer)),
    ]);
    const numbers = [...matElements(bytes, true)].map((each) => matNumbers(each, true));
    assert.deepEqual(numbers, [[7, 8], [-1, 2, 3], [0.5]]);
  });

  it("are read in either order of bytes", () => {
    const content = Buffer.of(0x01, 0x02);
    assert.deepEqual(matNumbers({ type: 4, content }, true), [0x0201]);
    assert.deepEqual(matNumbers({ type: 4, content }, false), [0x0102]);
  });

  it("are texts as UTF-8 or as code units", () => {
    assert.equal(matText({ type: 16, content: Buffer.from("γ") }, true), "γ");
    assert.equal(matText({ type: 4, content: Buffer.from("γ", "utf16le") }, true), "γ");
  });

  it("that are cut, unknown or end within a number are refused", () => {
    const [cut] = [element(9, Buffer.alloc(16)).subarray(0, 16)];
    assert.throws(() => [...matElements(cut, true)], /it ends too early/);
    assert.throws(() => matNumbers({ type: 99, content: Buffer.alloc(8) }, true), /unknown type 99/);
    assert.throws(() => matNumbers({ type: 9, content: Buffer.alloc(9) }, true), /a part of a number/);
  });
});
