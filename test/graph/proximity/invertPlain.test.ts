import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { invertPlain, invertSmall } from "../../../lib/graph/proximity/invertPlain";
import { type KilledWalk } from "../../../lib/graph/proximity/killedWalk";
import { denseWalk, weightsOf } from "./walks";

/** A = diag − N with A·1 = excess, as rows. */
function systemOf(walk: KilledWalk): number[][] {
  const weights = weightsOf(walk);
  return Array.from({ length: walk.n }, (_, i) => {
    const row = [...weights.subarray(i * walk.n, (i + 1) * walk.n)];
    const diagonal = row.reduce((sum, value) => sum + value, walk.excess[i]);
    return row.map((value, j) => (i === j ? diagonal : -value));
  });
}

describe("invertPlain", () => {
  it("agrees with mathjs for every size around the width of a block", async () => {
    const { inv } = await import("mathjs");
    for (const m of [1, 2, 3, 7, 8, 9, 16, 17, 31]) {
      const walk = denseWalk(m, 0.01, m);
      const expected = inv(systemOf(walk)).flat();
      const found = invertSmall(weightsOf(walk), walk.excess.slice());
      found.forEach((value, at) => {
        assert.ok(Math.abs(value / expected[at] - 1) < 1e-10);
      });
    }
  });

  it("A⁻¹·excess = 1 to the last digits, even if A is nearly singular", async () => {
    const walk = denseWalk(100, 1e-12, 1);
    const inverse = await invertPlain(weightsOf(walk), walk.excess.slice(), eventLoopYielder());
    for (let i = 0; i < 100; i++) {
      let sum = 0;
      for (let j = 0; j < 100; j++) sum += inverse[i * 100 + j] * walk.excess[j];
      assert.ok(Math.abs(sum - 1) < 1e-13);
    }
  });
});
