import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseExactJson, toExactJson } from "../../../lib/io/files";

describe("exact JSON", () => {
  it("keeps numbers that JSON turns into null, at any depth", () => {
    const value = { a: Infinity, b: [-Infinity, { c: NaN }], d: null, e: 0.1, f: "Infinity" };
    assert.deepEqual(parseExactJson(toExactJson(value), "a line"), value);
  });

  it("is JSON that other programs read", () => {
    assert.deepEqual(JSON.parse(toExactJson({ a: 1, b: Infinity })), { a: 1, b: { $number: "Infinity" } });
  });

  it("names the file that is damaged", () => {
    assert.throws(
      () => parseExactJson('{"a": 1', "row.json", "Run it again."),
      /^UserError: row\.json is not valid JSON .*Run it again\./,
    );
  });
});
