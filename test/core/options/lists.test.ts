import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listOf, readNumbers, readPositions, text } from "../../../lib/core/options";
import { UserError } from "../../../lib/core/errors";
import { says } from "./says";

describe("lists", () => {
  it("are arrays and typed arrays; objects that only have a length are rejected at once", () => {
    const numbers = [1, 2];
    assert.equal(readNumbers(numbers, "f: x"), numbers);
    for (const fake of [{ length: 1e9 }, "12", new Map(), new BigInt64Array(2), new Array(1e9), [1, "2"]])
      assert.throws(() => readNumbers(fake, "f: x"), UserError);
  });

  it("name the entry that is wrong", () => {
    assert.throws(() => readNumbers([1, null], "f: x"), says("f: x must hold numbers, got null at 1."));
    assert.throws(
      () => readPositions([0, 3], 3, "f: positions"),
      says("f: positions must hold positions in [0, 2], got 3 at 1."),
    );
    assert.throws(() => listOf(text).read(["a", 1], "f: names"), says("f: names[1] must be a text, got 1."));
  });
});
