import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkGradient, gradientCheckFigure, grassmann } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";
import { toyProblem } from "./toyProblem";

describe("gradientCheckFigure", () => {
  it("keeps its specification", async () => {
    const rows = [1e-3, 1e-2, 1e-1, 1].map((t) => ({ t, error: 2 * t * t, expected: 2 * t * t }));
    const figure = gradientCheckFigure({ slope: 2, expectedSlope: 2, passed: true, rows });
    matchesSnapshot("gradientCheckFigure", figure);
    await drawsWell(figure);
  });

  it("draws a right gradient and a wrong one", async () => {
    const problem = toyProblem(5);
    const right = gradientCheckFigure(await checkGradient(grassmann(5, 2), problem));
    assert.match(String(right), /passed: slope 2\.0/);
    await drawsWell(right);
    const { data, shape } = grassmann(5, 2).rand(7);
    const wrong = await checkGradient(grassmann(5, 2), {
      cost: (L) => problem.cost(L),
      gradient: () => ({ data, shape }),
    });
    assert.match(String(gradientCheckFigure(wrong)), /failed: slope 1\.0/);
    await drawsWell(gradientCheckFigure(wrong));
  });

  it("says what is wrong", async () => {
    const promise = checkGradient(grassmann(5, 2), toyProblem(5));
    assert.throws(
      () => gradientCheckFigure(promise as unknown as Awaited<typeof promise>),
      says(/gradientCheckFigure: slopeCheck must be the result of checkGradient, got a promise\. Await/),
    );
    await promise;
  });
});
