import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fitSlope, STEPS } from "../../../lib/manifold/checks/slope";

const visible = { noise: 1e-14, long: true };

describe("fitSlope", () => {
  it("finds the order of an error, also where rounding hides the small steps", () => {
    for (const order of [1, 2, 3]) {
      const errors = STEPS.map((t) => Math.max(5 * t ** order, 1e-15));
      const { slope, passed, rows } = fitSlope(errors, 2, visible);
      assert.ok(Math.abs(slope - order) < 1e-6);
      assert.equal(passed, order >= 2);
      assert.equal(rows.length, STEPS.length);
    }
  });

  it("draws the expected line through the error at t = 1e-3", () => {
    const { rows } = fitSlope(
      STEPS.map((t) => 5 * t ** 2),
      2,
      visible,
    );
    for (const { t, expected } of rows) assert.ok(Math.abs(expected / (5 * t ** 2) - 1) < 1e-6);
  });

  it("passes without any error, and fails where there is too little to fit", () => {
    const none = fitSlope(
      STEPS.map(() => 0),
      2,
      visible,
    );
    assert.deepEqual([none.slope, none.passed], [Infinity, true]);
    const short = fitSlope(
      STEPS.map((t) => (t > 0.5 ? 1 : 0)),
      2,
      visible,
    );
    assert.ok(Number.isNaN(short.slope) && !short.passed);
    assert.equal(String(short), "FAILED: slope NaN, expected 2");
  });
});
