import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { inLargerParts, jsonParts } from "../../../lib/jupyter/format/jsonParts";

describe("jsonParts", () => {
  it("together are what JSON.stringify gives for sorted keys, at any depth", () => {
    const sample = { a: [], b: {}, c: [1, [2, "x\ny"], null], d: { e: { f: [true] }, g: undefined } };
    for (const depth of [0, 1, 2, 3, 9]) {
      assert.equal([...jsonParts(sample, depth)].join(""), JSON.stringify(sample, undefined, 1));
    }
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, depth) => {
        const text = [...jsonParts(value, depth)].join("");
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
        assert.equal(text, [...jsonParts(value, 0)].join(""));
      }),
    );
    assert.equal([...jsonParts({ b: 1, a: 2 }, 1)].join(""), '{\n "a": 2,\n "b": 1\n}');
  });

  it("are no larger than what lies at the depth", () => {
    const parts = [...jsonParts([["a".repeat(100)], ["b".repeat(100)]], 2)];
    assert.ok(Math.max(...parts.map(({ length }) => length)) === 102);
  });
});

describe("inLargerParts", () => {
  it("gathers small pieces and keeps the order", () => {
    assert.deepEqual([...inLargerParts(["a", "b", "ccc", "dddd", "e"], 3)], ["ab", "ccc", "", "dddd", "e"]);
  });
});
