import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { float64 } from "../../lib/algebra/float64";
import { multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import { symmetricEigen } from "../../lib/algebra/symmetricEigen";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { identity, ones, rowsOf } from "./matrices";

const loadOracle = () => import("mathjs");
let mathjs: Awaited<ReturnType<typeof loadOracle>>;

before(async () => {
  mathjs = await loadOracle();
});

describe("symmetricEigen", () => {
  for (const n of [1, 2, 3, 8, 31, 64]) {
    it(`S = VᵀΛV and V is orthogonal, n = ${n}`, () => {
      const s = float64.symmetricPart(gaussian([n, n], n));
      const { values, vectors } = symmetricEigen(s);
      assertClose(multiplyTranspose(vectors, vectors), identity(n), 1e-12);
      const scaled = float64.scaleRows(vectors, values);
      assertClose(transposeMultiply(vectors, scaled), s, 1e-12);
      assert.deepEqual(values, values.slice().sort());
    });
  }

  it("handles multiple and zero eigenvalues", () => {
    for (const s of [identity(5), float64.combine(0, identity(4), 0, identity(4)), ones(6)]) {
      const { values, vectors } = symmetricEigen(s);
      assertClose(transposeMultiply(vectors, float64.scaleRows(vectors, values)), s, 1e-13);
    }
  });

  it("agrees with mathjs", () => {
    const s = float64.symmetricPart(gaussian([6, 6], 5));
    const expected = (mathjs.eigs(rowsOf(s)).values as number[]).sort((a, b) => a - b);
    assertClose(symmetricEigen(s).values, expected, 1e-10);
  });

  it("terminates on NaN", () => {
    const s = identity(4);
    s.data[1] = s.data[4] = Number.NaN;
    assert.ok(symmetricEigen(s).values.some(Number.isNaN));
  });
});
