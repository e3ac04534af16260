import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { multiply, transposeMultiply } from "../../lib/algebra/multiply";
import { thinQr } from "../../lib/algebra/thinQr";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { identity, sizes } from "./matrices";

describe("thinQr", () => {
  it("A = QR, QᵀQ = I, R is upper triangular with a non-negative diagonal", () => {
    fc.assert(
      fc.property(sizes, ({ m, n, seed }) => {
        const a = gaussian([m + n, n], seed);
        const { q, r } = thinQr(a);
        assertClose(multiply(q, r), a, 1e-12);
        assertClose(transposeMultiply(q, q), identity(n), 1e-12);
        for (let i = 0; i < n; i++) {
          assert.ok(r.data[i * n + i] >= 0);
          for (let j = 0; j < i; j++) assert.equal(r.data[i * n + j], 0);
        }
      }),
    );
  });
});
