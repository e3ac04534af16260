import assert from "node:assert/strict";
import { it } from "node:test";
import { drain } from "../../../lib/core/drain";
import { combine, innerProduct } from "../../../lib/algebra/vectorSpace";
import { identityMatrix } from "../../../lib/methods/classical/learner/metric";
import { psdDescent } from "../../../lib/methods/classical/psdDescent";
import type { Matrix64 } from "../../../lib/algebra";

it("psdDescent finds the nearest positive semidefinite matrix, and never lets f rise", () => {
  // f(M) = ‖M − T‖²/2; the eigenvalues of T are 3 and −1, along (1, 1) and (1, −1): the nearest M is 3/2·[[1, 1], [1, 1]].
  const target: Matrix64 = { data: Float64Array.of(1, 2, 2, 1), shape: [2, 2] };
  const objective = (m: Matrix64) => {
    const difference = combine(1, m, -1, target);
    return { cost: innerProduct(difference, difference) / 2, gradient: () => difference };
  };
  const costs: number[] = [];
  const steps = psdDescent(objective, identityMatrix(2), { maxIterations: 500, tolerance: 1e-14 });
  const { matrix, stopReason } = drain(steps, ({ objective: cost }) => costs.push(cost));
  assert.equal(stopReason, "converged");
  for (const value of matrix.data) assert.ok(Math.abs(value - 1.5) < 1e-5, String(value));
  costs.forEach((cost, i) => {
    assert.ok(i === 0 || cost <= costs[i - 1]);
  });
});
