import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { metricProblem } from "../../../lib/losses";
import {
  conjugateGradient,
  euclidean,
  grassmann,
  trustRegions,
  trustRegionSteps,
  type Problem,
  type TrustRegionRow,
} from "../../../lib/manifold";
import { multiplyTranspose } from "../../../lib/algebra/multiply";
import { assertClose, assertRelative } from "../assertClose";
import { fixtureNames, manoptFixture, operationsFixture } from "../manoptFixture";

describe("trustRegions", () => {
  const { p, q, d, l, L0 } = manoptFixture("small");
  const problem = metricProblem(p, q);
  const manifold = grassmann(d, l);
  const { expected } = operationsFixture();

  it("finds Manopt's optimum", async () => {
    const { cost, point, stopReason, gradientNorm } = await trustRegions(manifold, problem, L0, {
      minGradientNorm: 1e-12,
    });
    assert.equal(stopReason, "gradient-norm");
    assert.ok(gradientNorm < 1e-12);
    assertRelative(cost, expected.trFinalCost, 1e-14);
    assertClose(multiplyTranspose(point, point), expected.trM, 1e-11);
  });

  it("converges quadratically", async () => {
    const { history } = await trustRegions(manifold, problem, L0, { minGradientNorm: 1e-12 });
    const [third, second, last] = history.slice(-3).map(({ gradientNorm }) => gradientNorm);
    assert.ok(second < 1e3 * third ** 2 && last < Math.max(1e3 * second ** 2, 1e-13));
  });

  it("works without a Hessian, by differences of gradients", async () => {
    const plain: Problem = { cost: (L) => problem.cost(L), gradient: (L) => problem.gradient(L) };
    const { cost, stopReason } = await trustRegions(manifold, plain, L0, { minGradientNorm: 1e-9 });
    assert.equal(stopReason, "gradient-norm");
    assertRelative(cost, expected.trFinalCost, 1e-12);
  });

  for (const name of fixtureNames) {
    it(`ends no higher than 1000 conjugate-gradient iterations, ${name}`, async () => {
      const fixture = manoptFixture(name);
      const space = grassmann(fixture.d, fixture.l);
      const cost = metricProblem(fixture.p, fixture.q, { alpha: fixture.alphaDeg });
      const first = await conjugateGradient(space, cost, fixture.L0, { maxIterations: 1000 });
      const second = await trustRegions(space, cost, fixture.L0);
      assert.ok(second.cost <= first.cost * (1 + 1e-9));
      assert.ok(space.deviation(second.point) < 1e-12);
    });
  }

  it("leaves a saddle by negative curvature", async () => {
    // f = (x² − 1)² + y² has a saddle at the origin, where the gradient is zero; start a little beside it.
    const saddle: Problem = {
      cost: ({ data: [x, y] }) => (x * x - 1) ** 2 + y * y,
      gradient: ({ data: [x, y] }) => [[4 * x * (x * x - 1)], [2 * y]],
      hessian: ({ data: [x] }, { data: [u, v] }) => [[(12 * x * x - 4) * u], [2 * v]],
    };
    const { point, cost } = await trustRegions(euclidean(2, 1), saddle, [[1e-6], [0.5]]);
    assert.ok(cost < 1e-12);
    assertClose(Math.abs(point.data[0]), 1, 1e-6);
  });

  it("reports each step: radius, inner iterations, acceptance", async () => {
    const rows: TrustRegionRow[] = [];
    for await (const event of trustRegionSteps(manifold, problem, L0))
      if (event.kind === "iteration") rows.push(event);
    assert.equal(rows[0].radius, Math.sqrt(l) / 8);
    assert.ok(rows.slice(1).every(({ innerIterations, beta }) => innerIterations >= 1 && beta === null));
    assert.ok(rows.slice(1).every(({ accepted, stepSize }) => accepted === stepSize! > 0));
    assert.ok(
      rows.every(
        ({ stepSize, radius }, i) => i === 0 || stepSize! <= rows[i - 1].radius * (1 + 1e-12) || radius > 0,
      ),
    );
  });
});
