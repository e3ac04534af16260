import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sigmoid, softplus } from "../../lib/losses/softplus";
import { assertClose } from "../manifold/assertClose";

describe("softplus and sigmoid", () => {
  it("agree with their formulas, and never overflow", () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (m) => {
        assertClose(softplus(m), Math.log(1 + Math.exp(m)), 1e-12);
        assertClose(sigmoid(m), 1 / (1 + Math.exp(-m)), 1e-15);
      }),
    );
    assert.deepEqual([softplus(1000), softplus(-1000), sigmoid(1000), sigmoid(-1000)], [1000, 0, 1, 0]);
  });
});
