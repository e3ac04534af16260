import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { itml } from "../../../lib/methods";
import { assertClose } from "../../manifold/assertClose";
import { blobs, center, plainPairs, rowsOf } from "./data";

const { x, labels } = blobs({ perClass: 8, labeled: 5, d: 4 });
const strict = { tolerance: 1e-12, maxIterations: 20_000 };

/** δ²_M, plainly. */
function distance(m: number[][], i: number, j: number): number {
  const v = x[i].map((value, c) => value - x[j][c]);
  return v.reduce((sum, a, p) => sum + v.reduce((inner, b, q) => inner + a * m[p][q] * b, 0), 0);
}

describe("itml", () => {
  for (const slack of [0.1, 1, 10]) {
    it(`meets the KKT conditions of its problem, γ = ${slack}`, async () => {
      const { inv } = await import("mathjs");
      const result = itml(x, labels, { slack, ...strict });
      const { pairs, bounds, slackBounds, multipliers, matrix, stopReason } = result;
      assert.equal(stopReason, "converged");
      const m = rowsOf(matrix);
      const variance =
        center(x)
          .flat()
          .reduce((sum, value) => sum + value ** 2, 0) / x.flat().length;
      // Stationarity: M⁻¹ = M₀⁻¹ + Σ yλvvᵀ and 1/ξ = 1/ξ⁰ − yλ/γ.
      const expected = m.map((row, a) => row.map((_, b) => (a === b ? variance : 0)));
      for (let e = 0; e < pairs.count; e++) {
        const [i, j, y] = [pairs.first[e], pairs.second[e], pairs.kinds[e]];
        const v = x[i].map((value, c) => value - x[j][c]);
        v.forEach((p, a) => {
          v.forEach((q, b) => (expected[a][b] += y * multipliers[e] * p * q));
        });
        assertClose(1 / slackBounds[e], 1 / bounds[e] - (y * multipliers[e]) / slack, 1e-9);
        // Feasibility and complementarity: λ ≥ 0, y(δ² − ξ) ≤ 0, and λ = 0 or δ² = ξ.
        assert.ok(multipliers[e] >= 0);
        const violation = (y * (distance(m, i, j) - slackBounds[e])) / slackBounds[e];
        assert.ok(violation < 1e-6, `pair ${e} violates its bound by ${violation}`);
        if (multipliers[e] > 1e-6)
          assert.ok(Math.abs(violation) < 1e-6, `pair ${e} is not at its bound: ${violation}`);
      }
      assertClose(inv(m), expected, 1e-8);
      assert.ok(multipliers.some((value) => value > 0));
    });
  }

  it("has no duality gap: the primal and the dual value agree", () => {
    const slack = 1;
    const { matrix, factor, pairs, bounds, slackBounds, multipliers } = itml(x, labels, { slack, ...strict });
    const d = matrix.shape[0];
    const variance =
      center(x)
        .flat()
        .reduce((sum, value) => sum + value ** 2, 0) / x.flat().length;
    // det M = det(LᵀL), and L has orthogonal columns.
    let logDet = 0;
    let trace = 0;
    for (let c = 0; c < d; c++) {
      let square = 0;
      for (let r = 0; r < d; r++) square += factor.data[r * d + c] ** 2;
      logDet += Math.log(square);
      trace += matrix.data[c * d + c];
    }
    const divergence = trace * variance - logDet - d * Math.log(variance) - d;
    const slackCost = slackBounds.reduce(
      (sum, xi, e) => sum + xi / bounds[e] - Math.log(xi / bounds[e]) - 1,
      0,
    );
    // Dual: the Lagrangian's minimum, log det(M₀ M⁻¹) + γ Σ log(ξ⁰/ξ) by stationarity.
    const dual =
      -logDet -
      d * Math.log(variance) +
      slack * bounds.reduce((sum, xi, e) => sum + Math.log(xi / slackBounds[e]), 0);
    const primal = divergence + slack * slackCost;
    assert.ok(multipliers.length === pairs.count);
    assert.ok(Math.abs(primal - dual) < 1e-6 * Math.abs(dual), `${primal} and ${dual}`);
  });

  it("takes its bounds from percentiles of the squared distances under the prior", () => {
    const { bounds, pairs } = itml(x, labels, { upperPercentile: 10, lowerPercentile: 90, maxIterations: 1 });
    const variance =
      center(x)
        .flat()
        .reduce((sum, value) => sum + value ** 2, 0) / x.flat().length;
    const { similar, dissimilar } = plainPairs(labels);
    const identity = x[0].map((_, a) => x[0].map((_, b) => (a === b ? 1 / variance : 0)));
    const sorted = [...similar, ...dissimilar]
      .map(([i, j]) => distance(identity, i, j))
      .sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
    assertClose(bounds[0], at(0.1), 1e-10);
    assertClose(bounds[pairs.count - 1], at(0.9), 1e-10);
  });

  it("skips equal points, and reports that it reached the limit of rounds", () => {
    const twins = x.map((row, i) => (i === 3 ? x[0] : row));
    const { matrix, stopReason, iterations } = itml(twins, labels, { maxIterations: 2, tolerance: 1e-12 });
    assert.ok(matrix.data.every(Number.isFinite));
    assert.deepEqual([stopReason, iterations], ["max-iterations", 2]);
  });

  it("prints as one line", () => {
    assert.match(inspect(itml(x, labels)), /^metric M = LLᵀ \[4, 4\] of rank 4, L \[4, 4\]$/);
  });

  it("does not depend on the unit of x", () => {
    const scaled = itml(
      x.map((row) => row.map((value) => 1000 * value)),
      labels,
    );
    assertClose(
      scaled.matrix.data.map((value) => value * 1e6),
      itml(x, labels).matrix,
      1e-7,
    );
  });

  it("rejects invalid arguments with a sentence that names the problem", () => {
    assert.throws(() => itml(x, labels, { slack: -1 }), /itml: slack must be a number above 0, got -1/);
    assert.throws(
      () => itml(x, labels, { upperPercentile: 100 }),
      /itml: upperPercentile must be a number in \(0, 100\), got 100/,
    );
  });
});
