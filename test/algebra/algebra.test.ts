import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import type { Matrix64 } from "../../lib/algebra/algebra";
import { combine, frobeniusNorm, innerProduct } from "../../lib/algebra/vectorSpace";
import { float64 } from "../../lib/algebra/float64";
import { inverseRootPolynomial } from "../../lib/algebra/inverseRoot";
import { matrixExponential } from "../../lib/algebra/matrixExponential";
import {
  multiply,
  multiplyTranspose,
  symmetricProduct,
  transpose,
  transposeMultiply,
} from "../../lib/algebra/multiply";
import { equalizingSteps } from "../../lib/algebra/polarRetraction";
import { solve } from "../../lib/algebra/solve";
import { symmetricEigen } from "../../lib/algebra/symmetricEigen";
import { thinQr } from "../../lib/algebra/thinQr";
import { thinSvd } from "../../lib/algebra/thinSvd";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";

const loadOracle = () => import("mathjs");
let mathjs: Awaited<ReturnType<typeof loadOracle>>;

before(async () => {
  mathjs = await loadOracle();
});

const rows = ({ data, shape: [m, n] }: Matrix64) =>
  Array.from({ length: m }, (_, i) => Array.from(data.subarray(i * n, (i + 1) * n)));

const identity = (n: number): Matrix64 => float64.shift(0, gaussian([n, n], 1), 1);

const sizes = fc.record({
  m: fc.integer({ min: 1, max: 13 }),
  k: fc.integer({ min: 1, max: 13 }),
  n: fc.integer({ min: 1, max: 13 }),
  seed: fc.nat(1000),
});

describe("products agree with mathjs for every size", () => {
  it("AB, AᵀB, ABᵀ", () => {
    fc.assert(
      fc.property(sizes, ({ m, k, n, seed }) => {
        const [a, b] = [gaussian([m, k], seed), gaussian([k, n], seed + 1)];
        const expected = mathjs
          .multiply(mathjs.matrix(rows(a)), mathjs.matrix(rows(b)))
          .toArray() as number[][];
        assertClose(multiply(a, b), expected, 1e-12);
        assertClose(transposeMultiply(transpose(a), b), expected, 1e-12);
        assertClose(multiplyTranspose(a, transpose(b)), expected, 1e-12);
      }),
    );
  });

  it("AᵀA, of which half is computed", () => {
    fc.assert(
      fc.property(sizes, ({ m, n, seed }) => {
        const a = gaussian([m, n], seed);
        const copy = { data: a.data.slice(), shape: a.shape };
        assertClose(transposeMultiply(a, a), transposeMultiply(a, copy), 1e-12);
      }),
    );
  });

  it("products of commuting symmetric matrices", () => {
    const a = gaussian([11, 7], 3);
    const s = transposeMultiply(a, a);
    assertClose(symmetricProduct(s, s), multiply(s, s), 1e-11);
  });
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

  it("multiple and vanishing eigenvalues", () => {
    for (const s of [identity(5), float64.combine(0, identity(4), 0, identity(4)), ones(6)]) {
      const { values, vectors } = symmetricEigen(s);
      assertClose(transposeMultiply(vectors, float64.scaleRows(vectors, values)), s, 1e-13);
    }
  });

  it("agrees with mathjs", () => {
    const s = float64.symmetricPart(gaussian([6, 6], 5));
    const expected = (mathjs.eigs(rows(s)).values as number[]).sort((a, b) => a - b);
    assertClose(symmetricEigen(s).values, expected, 1e-10);
  });

  it("ends on NaN", () => {
    const s = identity(4);
    s.data[1] = s.data[4] = Number.NaN;
    assert.ok(symmetricEigen(s).values.some(Number.isNaN));
  });
});

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

  it("of matrices without full rank", () => {
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

describe("solve, matrixExponential", () => {
  it("A·solve(A, B) = B", () => {
    const [a, b] = [gaussian([7, 7], 1), gaussian([7, 3], 2)];
    assertClose(multiply(a, solve(a, b)), b, 1e-11);
  });

  it("exp(A) agrees with mathjs, and exp of a skew matrix is orthogonal", () => {
    const a = gaussian([5, 5], 1);
    assertClose(
      matrixExponential(a),
      (mathjs.expm(mathjs.matrix(rows(a))).toArray() as number[][]).flat(),
      1e-9,
    );
    const rotation = matrixExponential(combine(3, a, -3, transpose(a)));
    assertClose(transposeMultiply(rotation, rotation), identity(5), 1e-11);
  });
});

describe("the polar retraction", () => {
  const u = gaussian([12, 5], 8);
  const s = transposeMultiply(u, u);
  const near = (x: number) => float64.shift(x / frobeniusNorm(s), s, 1);

  it("G^{-1/2} by a polynomial squares to the inverse, to rounding, wherever it is used", () => {
    for (const x of [0, 1e-12, 1e-3, 0.3, 1, 3.999]) {
      const root = inverseRootPolynomial(near(x));
      assert.ok(root);
      assertClose(multiply(multiply(root, root), near(x)), identity(5), 1e-13, `x = ${x}`);
    }
  });

  it("the polynomial leaves large steps to the eigendecomposition", () => {
    assert.equal(inverseRootPolynomial(near(4.1)), undefined);
  });

  it("is orthonormal for every step, also from a point that rounding has moved", () => {
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

  it("need fewer steps than the table of METHOD §4", () => {
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

describe("float64", () => {
  it("its row operations are those of diag(w)A and diag(ABᵀ)", () => {
    const [a, b] = [gaussian([4, 3], 1), gaussian([4, 3], 2)];
    const weights = Float64Array.of(1, -2, 0.5, 0);
    assertClose(float64.scaleRows(a, weights), multiply(diagonal(weights), a), 1e-15);
    const products = multiplyTranspose(a, b);
    assertClose(
      float64.rowProducts(a, b) as Float64Array,
      [0, 1, 2, 3].map((i) => products.data[i * 4 + i]),
      1e-14,
    );
    assertClose(
      float64.gram([a, b]) as Float64Array,
      [innerProduct(a, a), innerProduct(a, b), innerProduct(b, a), innerProduct(b, b)],
      0,
    );
  });
});

function ones(n: number): Matrix64 {
  return { data: new Float64Array(n * n).fill(1), shape: [n, n] };
}

function diagonal(values: Float64Array): Matrix64 {
  const n = values.length;
  const data = new Float64Array(n * n);
  values.forEach((value, i) => (data[i * n + i] = value));
  return { data, shape: [n, n] };
}

function scaleColumns(a: Matrix64, factors: Float64Array): Matrix64 {
  return transpose(float64.scaleRows(transpose(a), factors));
}
