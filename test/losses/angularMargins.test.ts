import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { tf, useEngine } from "../../lib";
import { angleFactor, angleWeight, angularMargins, marginsOfStacked } from "../../lib/losses/angularMargins";

describe("the margins of Eq. 1", () => {
  before(async () => {
    await useEngine("cpu");
  });

  // Two triplets in the plane. L maps onto the first axis, doubled: ‖Lᵀv‖² = 4v₁².
  const p = [
    [1, 5],
    [0.5, 7],
  ];
  const q = [
    [2, -3],
    [0.25, 0],
  ];
  const byHand = (factor: number) => [4 * 1 - factor * 4 * 4, 4 * 0.25 - factor * 4 * 0.0625];

  it("are ‖Lᵀp‖² − 4tan²α‖Lᵀq‖², worked out by hand", () => {
    // tan 45° = 1 and tan² 60° = 3
    for (const [alpha, factor] of [
      [45, 4],
      [60, 12],
    ]) {
      assert.ok(Math.abs(angleFactor(alpha) - factor) < 1e-12);
      const margins = tf.tidy(() =>
        Array.from(angularMargins(tf.tensor2d(p), tf.tensor2d(q), tf.tensor2d([[2], [0]]), alpha).dataSync()),
      );
      byHand(factor).forEach((wanted, i) => {
        assert.ok(Math.abs(margins[i] - wanted) < 1e-4, `${margins[i]} and ${wanted}`);
      });
    }
  });

  it("are the same from the squared lengths of the rows of [P; 2tanα·Q]L", () => {
    const lengths = [...p.map(([x]) => (2 * x) ** 2), ...q.map(([x]) => (2 * angleWeight(45) * x) ** 2)];
    const margins = marginsOfStacked(lengths);
    byHand(4).forEach((wanted, i) => {
      assert.ok(Math.abs(margins[i] - wanted) < 1e-12);
    });
  });
});
