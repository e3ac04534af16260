import assert from "node:assert/strict";
import { it } from "node:test";
import { betaRules, type BetaRule } from "../../../lib/manifold/solvers/betaRules";

it("the β rules are their formulas in the plane, where transport changes nothing", () => {
  const [g, d, now] = [
    [3, 1],
    [-2, -2],
    [1, -2],
  ];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1];
  const y = [now[0] - g[0], now[1] - g[1]];
  const inputs = {
    gradientSquared: dot(g, g),
    slope: dot(g, d),
    newSquared: dot(now, now),
    newDotOld: dot(now, g),
    newDotDirection: dot(now, d),
    oldDotDirection: dot(g, d),
    oldSquared: dot(g, g),
    directionSquared: dot(d, d),
  };
  // ⟨g⁺, y⟩ = 4, ⟨y, d⟩ = 10, ‖g‖² = 10, ‖g⁺‖² = 5, ‖y‖² = 13, ⟨g⁺, d⟩ = 2, ⟨g, d⟩ = −8
  assert.deepEqual([dot(now, y), dot(y, d), dot(y, y), dot(now, d), dot(g, d)], [4, 10, 13, 2, -8]);
  const byHand: Record<BetaRule, number> = {
    "hestenes-stiefel": 0.4,
    "steepest-descent": 0,
    "fletcher-reeves": 0.5,
    "polak-ribiere": 0.4,
    "hager-zhang": (4 - (2 * 13 * 2) / 10) / 10,
    "liu-storey": 4 / 8,
    "polak-ribiere-sato": 0.4,
    "hestenes-stiefel-sato": 4 / 10,
  };
  for (const [rule, wanted] of Object.entries(byHand))
    assert.ok(Math.abs(betaRules[rule as BetaRule](inputs) - wanted) < 1e-12, rule);
  const backwards = { ...inputs, newDotOld: 9 };
  for (const rule of ["polak-ribiere", "liu-storey", "polak-ribiere-sato"] as const)
    assert.equal(betaRules[rule](backwards), 0, `${rule} restarts where it would be negative`);
});
