import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isNestedDeeper } from "../../lib/core/isNestedDeeper";

describe("isNestedDeeper", () => {
  it("counts lists and objects", () => {
    assert.equal(isNestedDeeper("x", 0), false);
    assert.equal(isNestedDeeper([], 0), true);
    assert.equal(isNestedDeeper([1, { a: null }], 2), false);
    assert.equal(isNestedDeeper([1, { a: [] }], 2), true);
  });

  it("does not read proxies, which may throw", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.equal(isNestedDeeper([proxy], 5), false);
  });

  it("takes a value of any depth, and one that contains itself", () => {
    assert.equal(isNestedDeeper(JSON.parse("[".repeat(100_000) + "]".repeat(100_000)), 1000), true);
    const knot: Record<string, unknown> = {};
    Object.assign(knot, { a: knot, b: knot });
    assert.equal(isNestedDeeper(knot, 1000), true);
  });
});
