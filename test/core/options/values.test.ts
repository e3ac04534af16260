import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { advised, between, finiteNumber, wholeNumber, type Argument } from "../../../lib/core/options";
import { says } from "./says";

describe("numbers", () => {
  const fails = (wanted: Argument<number>, value: unknown, sentence: string) => {
    assert.throws(() => wanted.read(value, "f: x"), says(sentence));
  };

  it("state their range in words and check it", () => {
    fails(finiteNumber({ min: 0, max: 1 }), 2, "f: x must be a number in [0, 1], got 2.");
    fails(finiteNumber({ min: 0, below: 1 }), 1, "f: x must be a number in [0, 1), got 1.");
    fails(finiteNumber({ max: 3 }), 4, "f: x must be a number of at most 3, got 4.");
    fails(finiteNumber(), Infinity, "f: x must be a finite number, got Infinity.");
    fails(between(0, 1), NaN, "f: x must be a number in (0, 1), got NaN.");
    assert.equal(finiteNumber({ min: 0, below: 1 }).read(0, "f: x"), 0);
  });

  it("leave a bound that depends on the data to the caller, and name it", () => {
    const k = wholeNumber({ min: 1, max: "n-1" });
    assert.equal(k.read(1e6, "f: k"), 1e6);
    fails(k, 0, "f: x must be a whole number in [1, n-1], got 0.");
  });

  it("give advice", () => {
    const gamma = advised("The paper uses 0.99.", between(0, 1, { default: 0.99 }));
    assert.equal(gamma.default, 0.99);
    fails(gamma, 1, "f: x must be a number in (0, 1), got 1. The paper uses 0.99.");
  });
});
