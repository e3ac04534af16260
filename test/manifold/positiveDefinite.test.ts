import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkGradient,
  checkHessian,
  conjugateGradient,
  positiveDefinite,
  steepestDescent,
  trustRegions,
  type Problem,
} from "../../lib/manifold";
import type { Matrix64 } from "../../lib/algebra/algebra";
import { float32 } from "../../lib/algebra/float32";
import { float64 } from "../../lib/algebra/float64";
import { innerProduct } from "../../lib/algebra/vectorSpace";
import { multiply, multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import { spectralMap } from "../../lib/algebra/spectral";
import { symmetricEigen } from "../../lib/algebra/symmetricEigen";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "./assertClose";

const d = 5;
const manifold = positiveDefinite(d);
const [x, y] = [manifold.rand(1), manifold.rand(2)];
const [u, v] = [manifold.randvec(x, 3), manifold.randvec(x, 4)];
const inverse = (s: Matrix64) => spectralMap(s, (value) => 1 / value);
const rows = ({ data, shape: [n, m] }: Matrix64) =>
  Array.from({ length: n }, (_, i) => [...data.subarray(i * m, (i + 1) * m)]);

describe("positiveDefinite", () => {
  it("has the formulas of the affine-invariant metric, by mathjs", async () => {
    const { expm, inv, matrix, multiply: times, sqrtm, trace } = await import("mathjs");
    const [X, U, V, Y] = [x, u, v, y].map(rows);
    const product = (...factors: number[][][]) => factors.reduce((a, b) => times(a, b));
    assertClose(manifold.inner(x, u, v), trace(product(inv(X), U, inv(X), V)), 1e-12);
    const root = sqrtm<number[][]>(X);
    const scaled = matrix(product(inv(root), U, inv(root)).map((row) => row.map((entry) => 0.7 * entry)));
    assertClose(manifold.exp(x, u, 0.7), product(root, expm(scaled).toArray() as number[][], root), 1e-9);
    const carrier = sqrtm<number[][]>(product(Y, inv(X)));
    const carried = product(
      carrier,
      U,
      carrier[0].map((_, j) => carrier.map((row) => row[j])),
    );
    assertClose(manifold.transp(x, y, u), carried, 1e-9);
  });

  it("measures one number as |log y/x|, and diagonal matrices by their entries", () => {
    assertClose(positiveDefinite(1).dist([[2]], [[6]]), Math.log(3), 1e-14);
    const distance = positiveDefinite(2).dist(
      [
        [1, 0],
        [0, 4],
      ],
      [
        [Math.E, 0],
        [0, 4 * Math.E ** 2],
      ],
    );
    assertClose(distance, Math.sqrt(5), 1e-13);
  });

  it("is affine-invariant: X → AXAᵀ keeps distances and inner products", () => {
    const a = gaussian([d, d], 5);
    const moved = (s: Matrix64) => float64.symmetricPart(multiply(a, multiplyTranspose(s, a)));
    assertClose(manifold.dist(moved(x), moved(y)), manifold.dist(x, y), 1e-10);
    assertClose(manifold.inner(moved(x), moved(u), moved(v)), manifold.inner(x, u, v), 1e-10);
  });

  it("log points to Y, and its norm is the distance", () => {
    const way = manifold.log(x, y);
    assertClose(manifold.exp(x, way), y, 1e-12);
    assertClose(manifold.norm(x, way), manifold.dist(x, y), 1e-12);
  });

  it("transports vectors in parallel: keeps inner products and the direction of a geodesic", () => {
    assertClose(
      manifold.inner(y, manifold.transp(x, y, u), manifold.transp(x, y, v)),
      manifold.inner(x, u, v),
      1e-12,
    );
    const half = manifold.exp(x, u, 0.5);
    assertClose(manifold.exp(half, manifold.transp(x, half, u), 0.5), manifold.exp(x, u, 1), 1e-12);
  });

  it("stays positive definite for long steps", () => {
    assert.ok(symmetricEigen(manifold.retr(x, u, -20)).values[0] > 0);
  });

  it("rejects wrong sizes, points that are not positive definite, and float32", () => {
    assert.throws(() => positiveDefinite(0), {
      name: "UserError",
      message: "positiveDefinite: d must be a whole number of at least 1, got 0.",
    });
    assert.throws(() => positiveDefinite(1e6), /d must be at most 8192 to fit into memory, got 1000000/);
    const indefinite = [
      [1, 2],
      [2, 1],
    ];
    const identity = [
      [1, 0],
      [0, 1],
    ];
    const small = positiveDefinite(2);
    assert.throws(
      () => small.exp(indefinite, identity),
      /positiveDefinite\.exp: X must be positive definite, got -1\.00 as its smallest eigenvalue/,
    );
    assert.throws(
      () => small.log(identity, indefinite),
      /positiveDefinite\.log: Y must be positive definite/,
    );
    assertClose(small.deviation(indefinite), 1, 1e-14);
    assert.throws(() => manifold.geometry(float32), /positiveDefinite: works in float64, got a float32/);
  });
});

describe("solvers on positiveDefinite", () => {
  const half = gaussian([d, d], 7);
  const h = float64.shift(1, transposeMultiply(half, half), 0.5);
  /** tr(MH) − log det M, whose minimum is H⁻¹. */
  const firstOrder: Problem = {
    cost: (m) =>
      innerProduct(m, h) - symmetricEigen(m).values.reduce((sum, value) => sum + Math.log(value), 0),
    gradient: (m) => float64.combine(1, h, -1, inverse(m)),
  };
  const problem: Problem = {
    ...firstOrder,
    hessian: (m, along) => multiply(inverse(m), multiply(along, inverse(m))),
  };

  it("checkGradient and checkHessian pass", async () => {
    for (const seed of [1, 2, 3]) {
      const gradient = await checkGradient(manifold, problem, undefined, { seed });
      assert.ok(gradient.passed && Math.abs(gradient.slope - 2) < 0.1, `slope ${gradient.slope}`);
      const hessian = await checkHessian(manifold, problem, undefined, { seed });
      assert.ok(hessian.passed, `slope ${hessian.slope}`);
      const doubled = { ...problem, hessian: (m: Matrix64) => float64.combine(2, h, 0, m) };
      assert.equal((await checkHessian(manifold, doubled, undefined, { seed })).passed, false);
    }
  });

  it("every solver finds the minimum, with and without a Hessian", async () => {
    const options = { maxIterations: 500, minGradientNorm: 1e-7 };
    for (const solver of [steepestDescent, conjugateGradient, trustRegions]) {
      for (const given of [problem, firstOrder]) {
        const { point } = await solver(manifold, given, undefined, options);
        assertClose(point, inverse(h), 1e-5, solver.name);
        assert.ok(manifold.deviation(point) < 1e-12);
      }
    }
  });

  it("every β rule descends", async () => {
    const { cost } = await trustRegions(manifold, problem);
    for (const betaRule of ["hager-zhang", "polak-ribiere", "liu-storey", "fletcher-reeves"] as const) {
      const result = await conjugateGradient(manifold, problem, undefined, { betaRule, maxIterations: 300 });
      assertClose(result.cost, cost, 1e-8, betaRule);
    }
  });

  it("the gradient's norm is that of the metric: ‖M^½ G M^½‖", async () => {
    const start = manifold.rand(9);
    const root = spectralMap(start, Math.sqrt);
    const seen = multiply(root, multiply(problem.gradient(start) as Matrix64, root));
    const { history } = await steepestDescent(manifold, problem, start, { maxIterations: 0 });
    assertClose(history[0].gradientNorm, Math.sqrt(innerProduct(seen, seen)), 1e-11);
  });

  it("reject a start that is not positive definite", async () => {
    const indefinite = float64.combine(-1, x, 0, x);
    const flat: Problem = { cost: () => 1, gradient: () => manifold.zerovec() };
    await assert.rejects(steepestDescent(manifold, flat, indefinite), {
      name: "UserError",
      message: /^positiveDefinite: X must be positive definite, got -/,
    });
  });
});
