import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { metricProblem } from "../../../lib/losses";
import {
  checkGradient,
  checkHessian,
  euclidean,
  grassmann,
  stiefel,
  type Problem,
} from "../../../lib/manifold";
import { combine } from "../../../lib/algebra/vectorSpace";
import { manoptFixture } from "../manoptFixture";

const { p, q, L0 } = manoptFixture("small");
const problem = metricProblem(p, q);
const manifold = grassmann(8, 3);

describe("checkGradient", () => {
  it("finds slope 2 for a right gradient, on every manifold and from every seed", async () => {
    for (const space of [grassmann(8, 3), stiefel(8, 3), euclidean(8, 3)]) {
      for (const seed of [1, 2, 3]) {
        const { slope, passed } = await checkGradient(space, problem, undefined, { seed });
        assert.ok(passed && Math.abs(slope - 2) < 0.1, `${space.name}: slope ${slope}`);
      }
    }
  });

  it("finds slope 1 for a gradient with the wrong factor", async () => {
    const wrong: Problem = {
      cost: (L) => problem.cost(L),
      gradient: (L) => combine(1.01, problem.gradient(L), 0, L),
    };
    const { slope, passed } = await checkGradient(manifold, wrong, L0);
    assert.ok(!passed && Math.abs(slope - 1) < 0.1, `slope ${slope}`);
  });

  it("finds slope 1 for a gradient with one wrong entry", async () => {
    const wrong: Problem = {
      cost: (L) => problem.cost(L),
      gradient: (L) => {
        const gradient = problem.gradient(L);
        gradient.data[4] += 0.1;
        return gradient;
      },
    };
    assert.equal((await checkGradient(manifold, wrong, L0)).passed, false);
  });

  it("has rows to plot and one line to print", async () => {
    const result = await checkGradient(manifold, problem, L0);
    assert.equal(result.rows.length, 41);
    assert.deepEqual(Object.keys(result.rows[0]), ["t", "error", "expected"]);
    assert.match(String(result), /^passed: slope 2\.0\d, expected 2$/);
    const row = result.rows.find(({ t }) => Math.abs(t - 1e-3) < 1e-9)!;
    assert.ok(Math.abs(Math.log10(row.expected / row.error)) < 0.1);
  });

  it("passes a cost without any error, such as a linear one in Euclidean space", async () => {
    const linear: Problem = { cost: ({ data }) => data[0], gradient: () => [[1], [0]] };
    const { slope, passed } = await checkGradient(euclidean(2, 1), linear, [[0], [0]]);
    assert.deepEqual([slope, passed], [Number.POSITIVE_INFINITY, true]);
  });

  it("rejects a point of the wrong shape or with a cost that is not finite", async () => {
    const broken: Problem = { cost: () => Number.NaN, gradient: () => manifold.zerovec() };
    await assert.rejects(
      checkGradient(manifold, broken),
      /checkGradient: the cost at the point must be finite, got NaN/,
    );
    await assert.rejects(
      checkGradient(manifold, problem, [[1]]),
      /checkGradient: point must have shape \[8, 3\], got \[1,1\]/,
    );
  });
});

describe("checkHessian", () => {
  it("finds slope 3 for a right Hessian and 2 for a wrong one", async () => {
    const right = await checkHessian(manifold, problem, L0);
    assert.ok(right.passed && Math.abs(right.slope - 3) < 0.2, `slope ${right.slope}`);
    const wrong: Problem = {
      cost: (L) => problem.cost(L),
      gradient: (L) => problem.gradient(L),
      hessian: (L, U) => combine(1.05, problem.hessian(L, U), 0, U),
    };
    const { slope, passed } = await checkHessian(manifold, wrong, L0);
    assert.ok(!passed && Math.abs(slope - 2) < 0.1, `slope ${slope}`);
  });

  it("asks for a Hessian", () =>
    assert.rejects(
      checkHessian(manifold, { cost: () => 1, gradient: () => manifold.zerovec() }),
      /the problem has no hessian/,
    ));
});
