import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { float64 } from "../../lib/algebra/float64";
import { inverseRootPolynomial } from "../../lib/algebra/inverseRoot";
import { multiply, transposeMultiply } from "../../lib/algebra/multiply";
import { equalizingSteps } from "../../lib/algebra/polarRetraction";
import { thinQr } from "../../lib/algebra/thinQr";
import { combine, frobeniusNorm } from "../../lib/algebra/vectorSpace";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { identity } from "./matrices";

describe("the polar retraction", () => {
  const u = gaussian([12, 5], 8);
  const s = transposeMultiply(u, u);
  const near = (x: number) => float64.shift(x / frobeniusNorm(s), s, 1);

  it("the polynomial for G^{-1/2} squares to the inverse, to rounding, in its whole range", () => {
    for (const x of [0, 1e-12, 1e-3, 0.3, 1, 3.999]) {
      const root = inverseRootPolynomial(near(x));
      assert.ok(root);
      assertClose(multiply(multiply(root, root), near(x)), identity(5), 1e-13, `x = ${x}`);
    }
  });

  it("the polynomial leaves large steps to the eigendecomposition", () => {
    assert.equal(inverseRootPolynomial(near(4.1)), undefined);
  });

  it("has orthonormal columns for every step, even from a point with rounding errors", () => {
    const x = thinQr(gaussian([12, 5], 3)).q;
    const tangent = combine(1, u, -1, multiply(x, transposeMultiply(x, u)));
    const norm = frobeniusNorm(tangent);
    const off = combine(1 + 1e-9, x, 0, x);
    for (const t of [0, 0.01, 1, 100]) {
      const y = float64.polarRetraction(off, tangent, norm).point(t / norm);
      assertClose(transposeMultiply(y, y), identity(5), 1e-13, `t = ${t}`);
    }
    assertClose(float64.polarRetraction(x, combine(0, u, 0, u), 0).point(1), x, 1e-15);
  });
});

describe("Newton–Schulz steps", () => {
  it("take every singular value in [1, b] to 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (s, where) => {
          const bound = Math.sqrt(1 + s * s);
          const { scale, coefficients } = equalizingSteps(bound);
          const start = scale * (1 + where * (bound - 1));
          const end = coefficients.reduce((sigma, a) => sigma * (a - sigma * sigma), start);
          assert.ok(Math.abs(end - 1) <= 5.1e-7);
        },
      ),
    );
  });

  it("need few steps: at most 2 for a tangent of norm 0.1, 8 for one of norm 8", () => {
    const table = [
      [0.1, 2],
      [0.3, 3],
      [1, 4],
      [2, 5],
      [4, 7],
      [8, 8],
    ];
    for (const [s, iterations] of table)
      assert.ok(equalizingSteps(Math.sqrt(1 + s * s)).coefficients.length <= iterations);
  });
});
