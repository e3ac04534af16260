import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseJson } from "../../../lib/io/files/parseJson";

describe("parseJson", () => {
  it("reads what JSON.parse reads, with or without a byte order mark", () => {
    for (const value of [null, 1, "[{", '\\"[', [1, { a: ["]"] }], { "": {} }]) {
      const text = JSON.stringify(value);
      assert.deepEqual(parseJson(text, "x"), value);
      assert.deepEqual(parseJson(`\uFEFF${text}`, "x"), value);
    }
  });

  it("names the source and the reason in one line", () => {
    for (const text of ["", "{", "[1,\n\n2", "\n\nno\n"]) {
      assert.throws(() => parseJson(text, "here/x.json", "Write it again."), {
        name: "UserError",
        message: /^here\/x\.json is not valid JSON \(.+\)\. Write it again\.$/,
      });
    }
  });

  it("rejects deep nesting, but not many brackets", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    parseJson(nested(500), "x");
    parseJson(`[${Array(1000).fill("[]").join()}]`, "x");
    parseJson(JSON.stringify("[".repeat(1000)), "x");
    for (const depth of [501, 50_000]) {
      assert.throws(() => parseJson(nested(depth), "x"), {
        name: "UserError",
        message: "x is nested more than 500 levels deep. Restore it from a copy.",
      });
    }
    assert.throws(() => parseJson('{"a":'.repeat(50_000), "x"), /^UserError: x is not valid JSON/);
  });
});
