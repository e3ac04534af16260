import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { parseMat } from "../../../lib/datasets/pictures/matFile";
import { matElement, matFields, matFile, matMatrix, matPacked } from "../../support/matBytes";

const doubles = (...values: number[]) => matElement(9, Buffer.from(Float64Array.from(values).buffer));

/** Kilobytes of memory that some work adds to the most that the process ever had. */
function peakOf(work: () => void): number {
  const before = process.resourceUsage().maxRSS;
  work();
  return process.resourceUsage().maxRSS - before;
}

describe("parseMat", () => {
  it("reads handmade numbers, texts, cells and structures, packed or not", () => {
    const elements = [
      matMatrix(6, [1, 2], "n", doubles(1.5, -2)),
      matMatrix(4, [1, 2], "t", matElement(17, Buffer.from("hé", "utf16le"))),
      matMatrix(4, [1, 3], "u", matElement(16, Buffer.from("hé"))),
      matMatrix(4, [0, 0], "empty"),
      matMatrix(1, [1, 2], "c", matMatrix(6, [1, 1], "", doubles(7)), matElement(14, Buffer.alloc(0))),
      matMatrix(
        2,
        [1, 1],
        "s",
        ...matFields("a", "b"),
        matMatrix(6, [1, 1], "", doubles(1)),
        matMatrix(6, [0, 0], ""),
      ),
    ];
    const seven = { kind: "numbers", values: [7] };
    const none = { kind: "numbers", values: [] };
    for (const file of [matFile(...elements), matFile(...elements.map(matPacked))]) {
      assert.deepEqual(Object.fromEntries(parseMat(file)), {
        n: { kind: "numbers", values: [1.5, -2] },
        t: { kind: "text", text: "hé" },
        u: { kind: "text", text: "hé" },
        empty: { kind: "text", text: "" },
        c: { kind: "cells", cells: [seven, none] },
        s: { kind: "structures", structures: [{ a: { kind: "numbers", values: [1] }, b: none }] },
      });
    }
  });

  const nested = (depth: number): Buffer =>
    depth === 0 ? matMatrix(6, [1, 1], "", doubles(1)) : matMatrix(1, [1, 1], "c", nested(depth - 1));
  const refused: Record<string, [Buffer, RegExp]> = {
    "structures that are only promised": [
      matMatrix(2, [20_000, 10_000], "s", ...matFields("a")),
      /it holds 0 values where it promises 200000000/,
    ],
    "negative dimensions": [matMatrix(2, [20_000, -1], "s", ...matFields()), /dimensions \[20000, -1\]/],
    "cells that are only promised": [
      matMatrix(1, [1, 3], "c", matElement(14, Buffer.alloc(0))),
      /1 values .* 3/,
    ],
    "more dimensions than numbers": [
      matMatrix(6, [3, 3], "n", doubles(1, 2)),
      /2 numbers where it promises 9/,
    ],
    "dimensions whose product overflows": [
      matMatrix(1, [2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1], "c"),
      /a value with the dimensions/,
    ],
    "values that nest too deep": [nested(50), /more than 20 deep/],
    "field names of no length": [
      matMatrix(2, [1, 1], "s", matElement(5, Buffer.alloc(4)), matElement(1, Buffer.from("abc"))),
      /field names have the wrong length/,
    ],
    "a packed element that holds less than it promises": [
      packedPromise(10_000, Buffer.alloc(100)),
      /ends too early|unexpected end/,
    ],
    "a packed element that holds more than it promises": [
      packedPromise(8, Buffer.alloc(100_000)),
      /unpacks to more than the promised 16 bytes/,
    ],
    "a packed element that cannot hold what it promises": [
      packedPromise(10_000_000, Buffer.alloc(10)),
      /more than \d+ packed bytes can hold/,
    ],
    "a packed gigabyte": [
      packedPromise(2 ** 30, Buffer.alloc(4_000_000)),
      /unpacks to more than 33554432 bytes/,
    ],
  };
  for (const [what, [element, reason]] of Object.entries(refused)) {
    it(`rejects ${what}, and allocates no memory for it`, () => {
      const peak = peakOf(() => {
        assert.throws(() => parseMat(matFile(element)), reason);
      });
      assert.ok(peak < 100_000, `${peak} KB`);
    });
  }
});

/** A packed matrix that says it has `size` bytes, whatever follows. */
function packedPromise(size: number, content: Buffer): Buffer {
  const tag = Buffer.alloc(8);
  tag.writeUInt32LE(14, 0);
  tag.writeUInt32LE(size, 4);
  const packed = deflateSync(Buffer.concat([tag, content]));
  const outer = Buffer.alloc(8);
  outer.writeUInt32LE(15, 0);
  outer.writeUInt32LE(packed.length, 4);
  return Buffer.concat([outer, packed]);
}
