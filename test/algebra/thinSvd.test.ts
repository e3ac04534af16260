import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { multiply, multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import { thinQr } from "../../lib/algebra/thinQr";
import { thinSvd } from "../../lib/algebra/thinSvd";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { identity, ones, scaleColumns, sizes } from "./matrices";
import type { Matrix64 } from "../../lib/algebra/algebra";

describe("thinSvd", () => {
  const check = (a: Matrix64) => {
    const { u, s, v } = thinSvd(a);
    const r = Math.min(...a.shape);
    assertClose(multiplyTranspose(scaleColumns(u, s), v), a, 1e-12);
    assertClose(transposeMultiply(u, u), identity(r), 1e-12);
    assertClose(transposeMultiply(v, v), identity(r), 1e-12);
    s.forEach((value, i) => {
      assert.ok(value >= 0 && (i === 0 || value <= s[i - 1]));
    });
  };

  it("A = U diag(s) Vᵀ with orthonormal U and V, tall and wide", () => {
    fc.assert(
      fc.property(sizes, ({ m, n, seed }) => {
        check(gaussian([m, n], seed));
      }),
    );
  });

  it("handles matrices without full rank", () => {
    check(ones(5));
    check({ data: new Float64Array(12), shape: [4, 3] });
    check(multiply(gaussian([9, 2], 1), gaussian([2, 5], 2)));
  });

  it("finds small singular values to full relative accuracy", () => {
    const { q } = thinQr(gaussian([6, 3], 4));
    const s = thinSvd(scaleColumns(q, Float64Array.of(1, 1e-8, 1e-15))).s;
    [1, 1e-8, 1e-15].forEach((expected, i) => {
      assert.ok(Math.abs(s[i] / expected - 1) < 1e-12);
    });
  });
});
