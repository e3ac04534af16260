import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { verdictOf } from "../../../lib/reproduce/report/verdict";

describe("verdictOf", () => {
  it("is even within our standard deviation, and with one seed within what can be seen", () => {
    assert.equal(verdictOf(50, 1, 50.9), "even");
    assert.equal(verdictOf(50, 1, 51.1), "below");
    assert.equal(verdictOf(50, 1, 48.9), "above");
    assert.equal(verdictOf(50.04, undefined, 50), "even");
    assert.equal(verdictOf(50.1, undefined, 50), "above");
    assert.equal(verdictOf(49.9, undefined, 50), "below");
    assert.equal(verdictOf(50.04, 0, 50), "even");
  });
});
