import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { convergenceFigure, grassmann, steepestDescent } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";
import { run } from "./toyProblem";

describe("convergenceFigure", () => {
  const history = [0, 1, 2, 3].map((iteration) => ({
    iteration,
    cost: 10 - iteration,
    gradientNorm: 10 ** -iteration,
    stepSize: iteration === 0 ? null : 1 / iteration,
    costEvaluations: 2,
    beta: 0,
  }));

  it("keeps its specification", async () => {
    const points = history.map(() => [[1], [0]]);
    const figure = convergenceFigure(history, { points });
    matchesSnapshot("convergenceFigure", figure);
    await drawsWell(figure);
  });

  it("draws real runs, one or several, and the start of one", async () => {
    const { result, points, problem } = await run(6, 2);
    await drawsWell(convergenceFigure(result, { points }));
    const manifold = grassmann(6, 2);
    const other = await steepestDescent(manifold, problem, manifold.rand(1), { maxIterations: 8 });
    await drawsWell(convergenceFigure({ "conjugate gradients": result, "steepest descent": other }));
    await drawsWell(convergenceFigure(history.slice(0, 1)));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => convergenceFigure([]),
      says(/each run must have a history of at least one row, got 0\. Pass/),
    );
    assert.throws(() => convergenceFigure({}), says(/at least one row, got no run/));
    assert.throws(
      () => convergenceFigure(history, { points: [[[1], [0]]] }),
      says(/points must have one matrix per row of a single run's history, got 1 for 4\. Collect them/),
    );
  });
});
