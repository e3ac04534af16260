import assert from "node:assert/strict";
import { it } from "node:test";
import { biconjugateGradients } from "../../../lib/graph/proximity/biconjugateGradients";

it("biconjugateGradients solves every lane, and leaves one alone that is solved already", () => {
  // Ax for A = [[4, 1], [2, 3]], four right-hand sides side by side.
  const apply = (x: Float64Array, y: Float64Array) => {
    for (let c = 0; c < 4; c++) {
      y[c] = 4 * x[c] + x[4 + c];
      y[4 + c] = 2 * x[c] + 3 * x[4 + c];
    }
  };
  const norms = (r: Float64Array) => Float64Array.from({ length: 4 }, (_, c) => Math.hypot(r[c], r[4 + c]));
  // A(1, 1) = (5, 5), A(1, −2) = (2, −4), A(0, 1) = (1, 3); the last starts at its solution (2, 0).
  const x = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 0);
  const residual = Float64Array.of(5, 2, 1, 0, 5, -4, 3, 0);
  biconjugateGradients(apply, norms, x, residual, 4, 1e-12);
  [1, 1, 0, 2, 1, -2, 1, 0].forEach((wanted, at) => {
    assert.ok(Math.abs(x[at] - wanted) < 1e-10, `${x[at]} is not ${wanted}`);
  });
  assert.deepEqual([x[3], x[7]], [2, 0]);
  assert.ok(norms(residual).every((norm) => norm < 1e-10));
});
