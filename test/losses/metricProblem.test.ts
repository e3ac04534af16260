import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { useEngine } from "../../lib/engine";
import { metricProblem } from "../../lib/losses";
import { conjugateGradient, grassmann } from "../../lib/manifold";
import { multiply } from "../../lib/algebra/multiply";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose, assertRelative } from "../manifold/assertClose";
import { fixtureNames, manoptFixture, operationsFixture } from "../manifold/manoptFixture";

/** J straight from the formula of the paper's Eq. 1. */
function bruteForce(p: number[][], q: number[][], L: number[][], alpha: number): number {
  const length = (v: number[]) =>
    L[0].reduce((sum, _, j) => sum + L.reduce((s, row, i) => s + row[j] * v[i], 0) ** 2, 0);
  const factor = 4 * Math.tan((alpha * Math.PI) / 180) ** 2;
  return p.reduce((sum, _, i) => sum + Math.log(1 + Math.exp(length(p[i]) - factor * length(q[i]))), 0);
}

describe("metricProblem", () => {
  for (const name of fixtureNames) {
    it(`has Manopt's cost and gradients at L0, ${name}`, () => {
      const { p, q, d, l, alphaDeg, L0, expected } = manoptFixture(name);
      const problem = metricProblem(p, q, { alpha: alphaDeg });
      assertRelative(problem.cost(L0), expected.cost0, 1e-14);
      assertClose(problem.gradient(L0), expected.egrad0, 1e-12);
      assertClose(grassmann(d, l).egrad2rgrad(L0, problem.gradient(L0)), expected.rgrad0, 1e-12);
      const both = problem.costAndGradient(L0);
      assert.equal(both.cost, problem.cost(L0));
      assert.deepEqual(both.gradient, problem.gradient(L0));
    });
  }

  it("by hand: one triplet, α = 45°", () => {
    // ‖Lᵀp‖² = 4, ‖Lᵀq‖² = 1, m = 4 − 4·1 = 0: J = log 2, ∇J = 2·½·(ppᵀ − 4qqᵀ)L.
    const problem = metricProblem([[2, 5]], [[1, 7]], { alpha: 45 });
    assertClose(problem.cost([[1], [0]]), Math.log(2), 1e-15);
    assertClose(problem.gradient([[1], [0]]), [[4 - 4], [10 - 28]], 1e-14);
  });

  it("is the sum over triplets of the paper's formula", () => {
    const { p, q, L0 } = manoptFixture("small");
    for (const alpha of [5, 40, 60])
      assertRelative(metricProblem(p, q, { alpha }).cost(L0), bruteForce(p, q, L0, alpha), 1e-13);
  });

  it("weights triplets: J = Σ ωᵢ log(1 + exp mᵢ), as many copies of a triplet, in cost, gradient and Hessian", () => {
    const { p, q, L0, d, l } = manoptFixture("small");
    const weights = p.map((_, i) => i % 4);
    const weighted = metricProblem(p, q, { weights });
    const repeat = (rows: number[][]) =>
      rows.flatMap((row, i) => Array.from({ length: weights[i] }, () => row));
    const repeated = metricProblem(repeat(p), repeat(q));
    const single = p.map((_, i) => bruteForce([p[i]], [q[i]], L0, 40));
    assertRelative(
      weighted.cost(L0),
      single.reduce((sum, value, i) => sum + weights[i] * value, 0),
      1e-13,
    );
    assertClose(weighted.gradient(L0), repeated.gradient(L0), 1e-12);
    const U = gaussian([d, l], 3);
    assertClose(weighted.hessian(L0, U), repeated.hessian(L0, U), 1e-12);
    for (const [wrong, sentence] of [
      [[1], /weights must have one entry per triplet, got 1 for/],
      [weights.map(() => -1), /weights must be at least 0, got -1 at 0/],
      [weights.map(() => NaN), /weights must be at least 0, got NaN at 0/],
    ] as const)
      assert.throws(() => metricProblem(p, q, { weights: wrong }), sentence);
  });

  it("is minimized with its weights by the conjugate gradients: zero weights leave triplets out", async () => {
    const { p, q, L0, d, l } = manoptFixture("small");
    const half = p.length >> 1;
    const weights = p.map((_, i) => (i < half ? 1 : 0));
    const [all, few] = [metricProblem(p, q, { weights }), metricProblem(p.slice(0, half), q.slice(0, half))];
    const [a, b] = [
      await conjugateGradient(grassmann(d, l), all, L0, { maxIterations: 10 }),
      await conjugateGradient(grassmann(d, l), few, L0, { maxIterations: 10 }),
    ];
    assertRelative(a.cost, b.cost, 1e-10);
    assert.equal(a.iterations, b.iterations);
  });

  it("has the gradient of finite differences and the Hessian of gradient differences", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 4 }), (seed, l) => {
        const problem = metricProblem(gaussian([6, 5], seed), gaussian([6, 5], seed + 1), { alpha: 30 });
        const [L, U] = [gaussian([5, l], seed + 2), gaussian([5, l], seed + 3)];
        const h = 1e-5;
        const moved = (t: number) => ({
          data: L.data.map((value, i) => value + t * U.data[i]),
          shape: L.shape,
        });
        const slope = (problem.cost(moved(h)) - problem.cost(moved(-h))) / (2 * h);
        const gradient = problem.gradient(L);
        const exact = gradient.data.reduce((sum, value, i) => sum + value * U.data[i], 0);
        const scale = 1 + Math.hypot(...gradient.data) * Math.hypot(...U.data);
        assertClose(slope / scale, exact / scale, 1e-7);
        const [ahead, behind] = [problem.gradient(moved(h)), problem.gradient(moved(-h))];
        const change = ahead.data.map((value, i) => (value - behind.data[i]) / (2 * h));
        const size = 1 + Math.hypot(...change);
        assertClose(
          problem.hessian(L, U).data.map((value) => value / size),
          change.map((value) => value / size),
          1e-6,
        );
      }),
    );
  });

  it("has Manopt's cost, gradient and Hessians at the fixture's X", () => {
    const { p, q } = manoptFixture("small");
    const { inputs, expected } = operationsFixture();
    const problem = metricProblem(p, q);
    assertRelative(problem.cost(inputs.X), expected.agmlCost, 1e-14);
    assertClose(problem.gradient(inputs.X), expected.agmlEgrad, 1e-12);
    const hessian = problem.hessian(inputs.X, expected.U);
    assertClose(hessian, expected.agmlEhessU, 1e-11);
    assertClose(
      grassmann(8, 3).ehess2rhess(inputs.X, expected.agmlEgrad, hessian, expected.U),
      expected.agmlRhessU,
      1e-11,
    );
  });

  it("does not change under L → LB, and its gradient turns along", () => {
    const { p, q, L0 } = manoptFixture("cifar");
    const problem = metricProblem(p, q);
    const b = grassmann(32, 32).rand(4);
    const L = { data: Float64Array.from(L0.flat()), shape: [64, 32] as [number, number] };
    const turned = multiply(L, b);
    assertRelative(problem.cost(turned), problem.cost(L), 1e-13);
    assertClose(problem.gradient(turned), multiply(problem.gradient(L), b), 1e-12);
  });

  it("stays finite for margins beyond the range of exp", () => {
    const far = metricProblem([[100, 0]], [[0, 0]]);
    assertRelative(far.cost([[1], [0]]), 1e4, 1e-12);
    const near = metricProblem([[0, 0]], [[100, 0]]);
    assert.equal(near.cost([[1], [0]]), 0);
    assert.ok(near.gradient([[1], [0]]).data.every(Number.isFinite));
  });

  it("takes tensors, rows and typed arrays alike", async () => {
    await useEngine("cpu");
    const { p, q, L0, expected } = manoptFixture("small");
    const tensors = [tf.tensor2d(p), tf.tensor2d(q), tf.tensor2d(L0)] as const;
    assertRelative(metricProblem(tensors[0], tensors[1]).cost(tensors[2]), expected.cost0, 1e-6);
    tf.dispose([...tensors]);
    const flat = { data: p.flat(), shape: [20, 8] as [number, number] };
    assertRelative(metricProblem(flat, q).cost(L0), expected.cost0, 1e-14);
  });

  it("tells how many triplets it has, and of which dimension", () => {
    const { p, q } = manoptFixture("small");
    const { triplets, dimension, precision } = metricProblem(p, q);
    assert.deepEqual([triplets, dimension, precision], [20, 8, "float64"]);
  });

  it("refuses bad input, naming the argument, the value and the fix", async () => {
    await useEngine("cpu");
    const p = [[1, 2]];
    for (const alpha of [0, 90, -10, Number.NaN])
      assert.throws(
        () => metricProblem(p, p, { alpha }),
        new RegExp(`alpha must be in \\(0, 90\\) degrees, got ${alpha}\\. The paper uses 40`),
      );
    for (const precision of ["float64", "float32"] as const) {
      const before = tf.memory().numTensors;
      assert.throws(
        () => metricProblem(p, [[1, 2, 3]], { precision }),
        /p and q must have the same shape \[T, d\], got \[1,2\] and \[1,3\]/,
      );
      assert.throws(
        () => metricProblem([], [], { precision }),
        /must hold at least one triplet, got shape \[0,0\]/,
      );
      assert.throws(
        () => metricProblem(p, [[1, Number.NaN]], { precision }),
        /metricProblem: q must be finite, got NaN at position 1/,
      );
      assert.throws(
        () => metricProblem([[Number.POSITIVE_INFINITY, 0]], p, { precision }),
        /p must be finite, got Infinity at position 0/,
      );
      const problem = metricProblem(p, p, { precision });
      assert.throws(
        () => problem.cost([[1]]),
        /L must have 2 rows, as p and q have 2 columns, got shape \[1, 1\]/,
      );
      problem.dispose();
      assert.equal(tf.memory().numTensors, before);
    }
    assert.throws(
      () => metricProblem(p, p, { precision: "float16" as never }),
      /precision must be "float64" or "float32", got "float16"/,
    );
    assert.throws(
      () => metricProblem(tf.tensor1d([1]) as never, p, { precision: "float32" }),
      /metricProblem: p must have two dimensions/,
    );
  });
});
