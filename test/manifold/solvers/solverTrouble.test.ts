import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { metricProblem } from "../../../lib/losses";
import {
  conjugateGradient,
  conjugateGradientSteps,
  euclidean,
  grassmann,
  orthonormalize,
  stiefel,
  trustRegions,
  type Problem,
} from "../../../lib/manifold";
import { manoptFixture } from "../manoptFixture";

const { p, q, d, l, L0 } = manoptFixture("small");
const problem = metricProblem(p, q);
const manifold = grassmann(d, l);

async function refuses(promise: Promise<unknown>, text: RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, text);
    return true;
  });
}

describe("solvers reject", () => {
  it("more columns than rows", () => {
    for (const make of [grassmann, stiefel])
      assert.throws(() => make(3, 5), /l must be at most d, got l=5 with d=3\..* lower l or raise d/);
    assert.equal(euclidean(3, 5).dim, 15);
    assert.throws(
      () => grassmann(3, 0),
      /grassmann: d and l must be whole numbers of at least 1, got d=3, l=0/,
    );
    assert.throws(() => grassmann(2.5, 1), /got d=2.5, l=1/);
  });

  it("an L0 of the wrong shape", () =>
    refuses(
      conjugateGradient(manifold, problem, grassmann(8, 2).rand()),
      /conjugateGradient: L0 must have shape \[8, 3\] on Gr\(8, 3\), got \[8, 2\]\. Pass manifold\.rand\(seed\)/,
    ));

  it("a manifold and a problem of different dimensions", () =>
    refuses(
      conjugateGradient(grassmann(10, 3), problem),
      /the manifold must have d=8, the dimension of the problem's vectors, got Gr\(10, 3\)\. Use grassmann\(8, l\)/,
    ));

  it("an L0 without orthonormal columns, and say how to fix it", async () => {
    const doubled = L0.map((row) => row.map((value) => 2 * value));
    await refuses(
      conjugateGradient(manifold, problem, doubled),
      /L0 must have orthonormal columns, got ‖L0ᵀL0 − I‖ = 5\.19.*orthonormalize\(L0\)/,
    );
    const { history } = await conjugateGradient(manifold, problem, orthonormalize(doubled), {
      maxIterations: 0,
    });
    assert.ok(Math.abs(history[0].cost - problem.cost(L0)) < 1e-12);
  });

  it("an L0 with NaN", () => {
    const broken = L0.map((row) => [...row]);
    broken[2][1] = Number.NaN;
    return refuses(
      conjugateGradient(manifold, problem, broken),
      /L0 must have orthonormal columns, got .* = NaN/,
    );
  });

  it("unknown rules and line searches, and list the valid names", async () => {
    await refuses(
      conjugateGradient(manifold, problem, L0, { betaRule: "newton" as never }),
      /betaRule must be one of hestenes-stiefel, .*liu-storey.*, got "newton"/,
    );
    await refuses(
      conjugateGradient(manifold, problem, L0, { lineSearch: "wolfe" as never }),
      /lineSearch must be "adaptive" or "backtracking", got "wolfe"/,
    );
    await refuses(
      conjugateGradient(manifold, problem, L0, { lineSearch: { contraction: 2 } }),
      /contraction .* got 2/,
    );
    await refuses(
      conjugateGradient(manifold, problem, L0, { powellRestart: -1 }),
      /powellRestart must be positive, got -1/,
    );
    await refuses(
      conjugateGradient(manifold, problem, L0, { maxIterations: 1.5 }),
      /maxIterations .* got 1\.5/,
    );
    await refuses(
      conjugateGradient(manifold, problem, L0, { minGradientNorm: -1 }),
      /minGradientNorm .* got -1/,
    );
    await refuses(
      trustRegions(manifold, problem, L0, { radius: 5, maxRadius: 1 }),
      /radius=5 with maxRadius=1/,
    );
  });

  it("a cost that is not finite at the start", async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const broken: Problem = { cost: () => value, gradient: () => manifold.zerovec() };
      const text = new RegExp(`the cost at L0 must be finite, got ${value}\\. Check the problem's data`);
      await refuses(conjugateGradient(manifold, broken, L0), text);
      await refuses(trustRegions(manifold, broken, L0), text);
    }
  });

  it("a gradient that is not finite, not a matrix of the right shape, or a promise", async () => {
    const withGradient = (gradient: Problem["gradient"]): Problem => ({ cost: () => 1, gradient });
    await refuses(
      conjugateGradient(
        manifold,
        withGradient(() => ({ data: new Float64Array(24).fill(Number.NaN), shape: [8, 3] })),
        L0,
      ),
      /the gradient at L0 must be finite/,
    );
    await refuses(
      conjugateGradient(
        manifold,
        withGradient(() => [[1, 2]]),
        L0,
      ),
      /problem\.gradient\(L\) must have shape \[8, 3\], got \[1,2\]/,
    );
    await refuses(
      conjugateGradient(
        manifold,
        withGradient(() => Promise.resolve(manifold.zerovec())),
        L0,
      ),
      /must return a matrix, got a promise/,
    );
  });
});

describe("solvers never hang", () => {
  it("a trial cost that is not finite is backed away from", async () => {
    const cliff: Problem = {
      cost: ({ data }) => (data[0] > 1.5 ? Number.NaN : (data[0] - 1) ** 2),
      gradient: ({ data }) => [[2 * (data[0] - 1)]],
    };
    const { point, stopReason } = await conjugateGradient(euclidean(1, 1), cliff, [[-3]], {
      maxIterations: 100,
      lineSearch: { initialStepSize: 64 },
    });
    assert.equal(stopReason, "gradient-norm");
    assert.ok(Math.abs(point.data[0] - 1) < 1e-6);
  });

  it("a cost that is infinite everywhere else stops with a small step size", async () => {
    let calls = 0;
    const needle: Problem = {
      cost: () => (calls++ === 0 ? 1 : Number.POSITIVE_INFINITY),
      gradient: () => manifold.rand(3),
    };
    for (const solver of [conjugateGradient, trustRegions]) {
      calls = 0;
      const { stopReason, cost } = await solver(manifold, needle, L0, {
        maxIterations: 100,
        minStepSize: 1e-4,
      });
      assert.deepEqual([stopReason, cost], ["step-size", 1]);
    }
  });

  it("a gradient that points uphill stops with a small step size", async () => {
    const wrong: Problem = {
      cost: (L) => problem.cost(L),
      gradient: (L) => ({ data: problem.gradient(L).data.map((value) => -value), shape: [8, 3] }),
    };
    const { stopReason, iterations } = await conjugateGradient(manifold, wrong, L0, { maxIterations: 100 });
    assert.equal(stopReason, "step-size");
    assert.ok(iterations < 5);
  });

  it("a gradient that stops being finite ends the run with the point reached", async () => {
    let calls = 0;
    const fading: Problem = {
      cost: (L) => problem.cost(L),
      gradient: (L) => {
        const gradient = problem.gradient(L);
        if (calls++ === 2) gradient.data.fill(Number.NaN);
        return gradient;
      },
    };
    const { stopReason, point } = await conjugateGradient(manifold, fading, L0);
    assert.equal(stopReason, "gradient-not-finite");
    assert.ok(point.data.every(Number.isFinite));
  });

  it("non-convergence is a stop reason", async () => {
    const { stopReason, iterations } = await conjugateGradient(manifold, problem, L0, { maxIterations: 3 });
    assert.deepEqual([stopReason, iterations], ["max-iterations", 3]);
  });
});

describe("a run can be stopped", () => {
  it("by a signal that was given before", async () => {
    const { stopReason, iterations } = await conjugateGradient(manifold, problem, L0, {
      signal: AbortSignal.abort(),
    });
    assert.deepEqual([stopReason, iterations], ["aborted", 0]);
  });

  it("by a timer, although float64 computes synchronously", { timeout: 20_000 }, async () => {
    // A cost that falls with the clock never ends by itself.
    const endless: Problem = { cost: () => -performance.now(), gradient: (L) => problem.gradient(L) };
    for (const solver of [conjugateGradient, trustRegions]) {
      const controller = new AbortController();
      const options = { maxIterations: 1e9, minGradientNorm: 0, minStepSize: 0, signal: controller.signal };
      setTimeout(() => {
        controller.abort();
      }, 60);
      const { stopReason } = await solver(manifold, endless, L0, options);
      assert.equal(stopReason, "aborted");
    }
  });

  it("by leaving the loop over its steps", async () => {
    let seen = 0;
    for await (const event of conjugateGradientSteps(manifold, problem, L0)) {
      if (event.kind === "iteration" && ++seen === 3) break;
    }
    assert.equal(seen, 3);
    await sleep(0);
  });
});
