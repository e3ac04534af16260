import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { metricProblem } from "../../../lib/losses";
import {
  conjugateGradient,
  conjugateGradientSteps,
  euclidean,
  grassmann,
  steepestDescent,
  stiefel,
  type Problem,
  type SolverEvent,
} from "../../../lib/manifold";
import { multiply, multiplyTranspose } from "../../../lib/algebra/multiply";
import { assertClose, assertRelative } from "../assertClose";
import { fixtureNames, manoptFixture, optionsOf, stopReasonOf, transposed } from "../manoptFixture";

/** Runs whose every iteration can be compared; the others only by their end (fixtures/manopt/README). */
const chaotic = ["tolgrad0"];

describe("conjugateGradient in float64 is Manopt's, iteration by iteration", () => {
  for (const name of fixtureNames) {
    const { p, q, d, l, alphaDeg, L0, expected } = manoptFixture(name);
    for (const [runName, run] of Object.entries(expected.runs)) {
      it(`${name}, ${runName}`, async () => {
        const problem = metricProblem(p, q, { alpha: alphaDeg });
        const { history, stopReason, point, cost } = await conjugateGradient(
          grassmann(d, l),
          problem,
          L0,
          optionsOf(run),
        );
        assert.equal(stopReason, stopReasonOf(run));
        assertRelative(cost, run.history.at(-1)!.cost, 1e-11, "final cost");
        if (chaotic.includes(runName)) return;
        assert.equal(history.length, run.history.length);
        const long = history.length > 11;
        history.forEach((row, k) => {
          const manopt = run.history[k];
          assert.equal(row.iteration, manopt.iter);
          assert.equal(row.costEvaluations, manopt.costevals, `cost evaluations of iteration ${k}`);
          assertRelative(row.cost, manopt.cost, 1e-11, `cost of iteration ${k}`);
          assertRelative(
            row.gradientNorm,
            manopt.gradnorm,
            long ? 1e-5 : 1e-9,
            `gradient norm of iteration ${k}`,
          );
          if (manopt.stepsize === null) assert.equal(row.stepSize, null);
          else
            assertRelative(row.stepSize!, manopt.stepsize, long ? 1e-5 : 1e-9, `step size of iteration ${k}`);
          assertClose(row.beta!, manopt.beta, long ? 1e-5 : 1e-9, `beta of iteration ${k}`);
        });
        assertClose(point, run.L, 1e-11, "L");
        if (run.LLt) assertClose(multiplyTranspose(point, point), run.LLt, 1e-11, "LLᵀ");
      });
    }
  }
});

describe("conjugateGradient", () => {
  const { p, q, d, l, L0 } = manoptFixture("small");
  const problem = metricProblem(p, q);
  const manifold = grassmann(d, l);

  it("does not change when L0 becomes L0·B with B in O(l)", async () => {
    const b = grassmann(l, l).rand(7);
    const turned = multiply(float64(L0), b);
    const first = await conjugateGradient(manifold, problem, L0);
    const second = await conjugateGradient(manifold, problem, turned);
    first.history.forEach((row, k) => {
      assertRelative(second.history[k].cost, row.cost, 1e-12);
      assert.equal(second.history[k].costEvaluations, row.costEvaluations);
    });
    assertClose(
      multiplyTranspose(first.point, first.point),
      multiplyTranspose(second.point, second.point),
      1e-12,
    );
  });

  it("runs step by step through the same iterations", async () => {
    const whole = await conjugateGradient(manifold, problem, L0);
    const events: SolverEvent[] = [];
    for await (const event of conjugateGradientSteps(manifold, problem, L0)) events.push(event);
    const rows = events.filter((event) => event.kind === "iteration");
    assert.deepEqual(
      rows,
      whole.history.map((row) => ({ kind: "iteration", ...row })),
    );
    const last = events.at(-1)!;
    assert.equal(last.kind, "finished");
    assert.deepEqual(last.kind === "finished" && last.result.point, whole.point);
  });

  it("reports every iteration to a callback", async () => {
    const costs: number[] = [];
    const { history } = await conjugateGradient(manifold, problem, L0, {
      onIteration: ({ cost }) => costs.push(cost),
    });
    assert.deepEqual(
      costs,
      history.map(({ cost }) => cost),
    );
  });

  it("never lets the cost rise", async () => {
    const { history } = await conjugateGradient(manifold, problem, undefined, { maxIterations: 50, seed: 9 });
    history.slice(1).forEach(({ cost }, k) => {
      assert.ok(cost <= history[k].cost);
    });
  });

  it("starts at manifold.rand(seed) without an L0", async () => {
    const { history } = await conjugateGradient(manifold, problem, undefined, { seed: 5, maxIterations: 0 });
    assertRelative(history[0].cost, problem.cost(manifold.rand(5)), 1e-14);
    assert.equal(history.length, 1);
  });

  it("leaves L0 alone", async () => {
    const start = manifold.rand(2);
    const copy = start.data.slice();
    const { point } = await conjugateGradient(manifold, problem, start);
    assert.deepEqual(start.data, copy);
    assert.notEqual(point.data, start.data);
  });

  it("takes a start with the rounding of float32 and polishes it", async () => {
    const start = manifold.rand(2);
    const rough = { data: Float32Array.from(start.data), shape: start.shape };
    const { point } = await conjugateGradient(manifold, problem, rough, { maxIterations: 0 });
    assert.ok(manifold.deviation(rough) > 1e-9);
    assert.ok(manifold.deviation(point) < 1e-13);
  });

  it("polishes a start that is off by 5e-4 as well", async () => {
    const start = manifold.rand(2);
    const rough = { data: start.data.map((value) => value * 1.0001), shape: start.shape };
    const { point } = await conjugateGradient(manifold, problem, rough, { maxIterations: 0 });
    assert.ok(manifold.deviation(rough) > 1e-4);
    assertClose(point, start, 1e-12);
  });

  it("carries images along narrow metrics without drifting", async () => {
    const wide = grassmann(30, 3);
    const [first, second] = [euclidean(40, 30).rand(1), euclidean(40, 30).rand(2)];
    const narrow = metricProblem(scaled(first, 0.1), scaled(second, 0.1));
    const { point, cost, iterations } = await conjugateGradient(wide, narrow, undefined, {
      maxIterations: 300,
    });
    assert.ok(iterations > 20);
    assertRelative(cost, narrow.cost(point), 1e-12);
    assert.ok(wide.deviation(point) < 1e-13);
  });

  it("keeps a long run on the manifold", async () => {
    const { point } = await conjugateGradient(manifold, problem, L0, { maxIterations: 1000 });
    assert.ok(manifold.deviation(point) < 1e-13);
  });

  it("prints as one line", async () => {
    const result = await conjugateGradient(manifold, problem, L0);
    assert.match(
      String(result),
      /^conjugateGradient: cost 1\.25725, gradient norm .* after 10 iterations \(max-iterations\)$/,
    );
  });

  it("minimises on the Stiefel manifold to the same cost", async () => {
    const options = { maxIterations: 300 };
    const onGrassmann = await conjugateGradient(manifold, problem, L0, options);
    const onStiefel = await conjugateGradient(stiefel(d, l), problem, L0, options);
    assertRelative(onStiefel.cost, onGrassmann.cost, 1e-9);
    assert.ok(stiefel(d, l).deviation(onStiefel.point) < 1e-13);
  });

  it("is the classical method in Euclidean space: a quadratic with n unknowns takes about n steps", async () => {
    const weights = [1, 2, 3, 4, 5, 6];
    const target = [1, -1, 2, 0.5, 3, -2];
    const quadratic: Problem = {
      cost: ({ data }) => data.reduce((sum, x, i) => sum + (weights[i] * (x - target[i]) ** 2) / 2, 0),
      gradient: ({ data, shape }) => ({ data: data.map((x, i) => weights[i] * (x - target[i])), shape }),
    };
    const { point, stopReason } = await conjugateGradient(euclidean(3, 2), quadratic, undefined, {
      maxIterations: 100,
    });
    assert.equal(stopReason, "gradient-norm");
    assertClose(point, target, 1e-5);
  });

  it("solves a general problem as well as one with structure", async () => {
    const plain: Problem = { cost: (L) => problem.cost(L), gradient: (L) => problem.gradient(L) };
    const first = await conjugateGradient(manifold, problem, L0);
    const second = await conjugateGradient(manifold, plain, L0);
    first.history.forEach((row, k) => {
      assertRelative(second.history[k].cost, row.cost, 1e-11);
    });
  });

  it("accepts gradients as rows of numbers and costs as promises", async () => {
    const plain: Problem = {
      cost: (L) => Promise.resolve(problem.cost(L)),
      gradient: (L) => transposed(transposed(rows(problem.gradient(L)))),
    };
    const { cost } = await conjugateGradient(manifold, plain, L0);
    assertRelative(cost, (await conjugateGradient(manifold, problem, L0)).cost, 1e-11);
  });

  it("stops at once if the gradient is zero", async () => {
    const flat: Problem = { cost: () => 1, gradient: () => manifold.zerovec() };
    const { stopReason, iterations } = await conjugateGradient(manifold, flat, L0, { minGradientNorm: 0 });
    assert.deepEqual([stopReason, iterations], ["gradient-norm", 0]);
  });

  it("has nothing to do on Gr(d, d), which is one point", async () => {
    const { p, q } = manoptFixture("edge_one");
    const { stopReason } = await conjugateGradient(grassmann(5, 5), metricProblem(p, q));
    assert.equal(stopReason, "gradient-norm");
  });

  it("steepestDescent is the rule β = 0", async () => {
    const first = await steepestDescent(manifold, problem, L0, { maxIterations: 10 });
    const second = await conjugateGradient(manifold, problem, L0, { betaRule: "steepest-descent" });
    assert.deepEqual(first.history, second.history);
  });
});

function scaled({ data, shape }: { data: Float64Array; shape: [number, number] }, factor: number) {
  return { data: data.map((value) => factor * value), shape };
}

function float64(matrix: number[][]) {
  return {
    data: Float64Array.from(matrix.flat()),
    shape: [matrix.length, matrix[0].length] as [number, number],
  };
}

function rows({ data, shape }: { data: ArrayLike<number>; shape: readonly [number, number] }): number[][] {
  return Array.from({ length: shape[0] }, (_, i) =>
    Array.from({ length: shape[1] }, (_, j) => data[i * shape[1] + j]),
  );
}
