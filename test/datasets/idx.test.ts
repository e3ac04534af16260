import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseIdx } from "../../lib/datasets/idx";

const file = Uint8Array.from([0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6]);

describe("parseIdx", () => {
  it("reads the shape and the bytes of a handmade file", () => {
    assert.deepEqual(parseIdx(file, "x"), { data: Uint8Array.from([1, 2, 3, 4, 5, 6]), shape: [2, 3] });
  });

  it("rejects a file that is truncated, too long or of another format", () => {
    assert.throws(
      () => parseIdx(file.subarray(0, 17), "x"),
      /x is damaged: it holds 5 values, but its header says 6/,
    );
    assert.throws(() => parseIdx(Uint8Array.from([...file, 7]), "x"), /x is damaged: it holds 7 values/);
    assert.throws(() => parseIdx(Uint8Array.from([80, 75, 3, 4, 0, 0, 0, 0]), "x"), /x is not an IDX file/);
    assert.throws(() => parseIdx(new Uint8Array(0), "x"), /x is not an IDX file/);
    const many = Uint8Array.from([0, 0, 8, 255, 0, 0, 0, 1]);
    assert.throws(() => parseIdx(many, "x"), /x is damaged: it ends before its 255 dimensions/);
    const huge = Uint8Array.from([0, 0, 8, 2, 255, 255, 255, 255, 255, 255, 255, 255]);
    assert.throws(() => parseIdx(huge, "x"), /it holds 0 values, but its header says 18446744065119617000/);
  });
});
