import assert from "node:assert/strict";
import { it } from "node:test";
import { metricOf } from "../../../../lib/methods/classical/learner/metric";

it("metricOf factors M = LLᵀ, longest column first, without columns for eigenvalues that are rounding errors", () => {
  // Eigenvalues 9 along (1, 1)/√2 and 1 along (1, −1)/√2.
  const full = metricOf({ data: Float64Array.of(5, 4, 4, 5), shape: [2, 2] });
  assert.deepEqual(full.factor.shape, [2, 2]);
  const [a, b, c, d] = full.factor.data;
  [a * a + b * b, a * c + b * d, c * c + d * d].forEach((value, at) => {
    assert.ok(Math.abs(value - [5, 4, 5][at]) < 1e-12);
  });
  assert.ok(Math.abs(Math.hypot(a, c) - 3) < 1e-12 && Math.abs(Math.hypot(b, d) - 1) < 1e-12);
  assert.ok(Math.abs(a * b + c * d) < 1e-12, "columns are orthogonal");
  const flat = metricOf({ data: Float64Array.of(1, 1, 1, 1), shape: [2, 2] });
  assert.deepEqual(flat.factor.shape, [2, 1]);
  assert.ok(flat.factor.data.every((value) => Math.abs(Math.abs(value) - 1) < 1e-12));
});
