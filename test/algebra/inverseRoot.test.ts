import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inverseRoot, inverseRootPolynomial, monomials } from "../../lib/algebra/inverseRoot";
import { multiply, transposeMultiply } from "../../lib/algebra";
import { identityMatrix } from "../../lib/methods/classical/learner/metric";
import { random } from "../../lib/core/values/random";

/** I + sAᵀA: symmetric, with eigenvalues of at least 1. */
function above(n: number, s: number) {
  const draw = random(n);
  const a = {
    data: Float64Array.from({ length: n * n }, () => draw.normal()),
    shape: [n, n] as [number, number],
  };
  const { data, shape } = transposeMultiply(a, a);
  return { data: data.map((value, at) => s * value + (at % (n + 1) === 0 ? 1 : 0)), shape };
}

const distance = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, at) => Math.abs(value - b[at])));

describe("inverseRoot", () => {
  it("R = G^{-1/2} is symmetric and RGR = I, near the identity and far from it", () => {
    for (const [n, s] of [
      [1, 0.5],
      [5, 0],
      [5, 1e-6],
      [8, 0.05],
      [8, 3],
    ]) {
      const g = above(n, s);
      const r = inverseRoot(g);
      assert.ok(
        distance(multiply(r, multiply(g, r)).data, identityMatrix(n).data) < 1e-12,
        `n = ${n}, s = ${s}`,
      );
      assert.ok(
        r.data.every((value, at) => Math.abs(value - r.data[(at % n) * n + Math.floor(at / n)]) < 1e-14),
      );
    }
  });

  it("takes the polynomial only where ‖G − I‖ is at most 4, to rounding", () => {
    assert.equal(inverseRootPolynomial(above(8, 3)), undefined);
    const diagonal = { data: Float64Array.of(4, 0, 0, 1.21), shape: [2, 2] as [number, number] };
    assert.ok(distance(inverseRootPolynomial(diagonal)!.data, Float64Array.of(0.5, 0, 0, 1 / 1.1)) < 1e-14);
  });

  it("interpolates polynomials exactly: 2 − y + 3y³", () => {
    const coefficients = monomials((y) => 2 - y + 3 * y ** 3, 5);
    [2, -1, 0, 3, 0, 0].forEach((wanted, k) => {
      assert.ok(Math.abs(coefficients[k] - wanted) < 1e-13);
    });
  });
});
