import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkGradient,
  conjugateGradient,
  convergenceFigure,
  gradientCheckFigure,
  grassmann,
  metricPathFigure,
  metricProblem,
  principalAnglesFigure,
  random,
  recordPoints,
  steepestDescent,
} from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

/** A small metric problem, the same each time. */
function toyProblem(d: number) {
  const stream = random(3);
  const rows = (scale: (axis: number) => number) =>
    Array.from({ length: 20 }, () => Array.from({ length: d }, (_, axis) => scale(axis) * stream.normal()));
  return metricProblem(
    rows((axis) => (axis === 0 ? 1 : 0.4)),
    rows((axis) => (axis === d - 1 ? 0.9 : 0.3)),
  );
}

async function run(d: number, l: number, maxIterations = 8) {
  const { problem, points } = recordPoints(toyProblem(d));
  const manifold = grassmann(d, l);
  const result = await conjugateGradient(manifold, problem, manifold.rand(1), { maxIterations });
  return { result, points, problem };
}

describe("recordPoints", () => {
  it("collects the point of each row of the history, without changing the run", async () => {
    const { result, points } = await run(6, 2);
    assert.equal(points.length, result.history.length);
    const problem = toyProblem(6);
    points.forEach((point, i) => {
      assert.ok(Math.abs(problem.cost(point) - result.history[i].cost) < 1e-9);
    });
    const manifold = grassmann(6, 2);
    const plain = await conjugateGradient(manifold, problem, manifold.rand(1), { maxIterations: 8 });
    assert.ok(Math.abs(plain.cost - result.cost) < 1e-9);
  });
});

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

describe("principalAnglesFigure", () => {
  const turned = (angle: number) => [
    [1, 0],
    [0, Math.cos(angle)],
    [0, Math.sin(angle)],
  ];

  it("keeps its specification, and the angles", async () => {
    const figure = principalAnglesFigure(turned(0), {
      half: turned(Math.PI / 4),
      whole: turned(Math.PI / 2),
    });
    matchesSnapshot("principalAnglesFigure", figure);
    const { values } = figure.spec.data as { values: { degrees: number; metric: string }[] };
    assert.deepEqual(
      values.map(({ degrees }) => degrees),
      [0, 45, 0, 90],
    );
    assert.equal(values[0].metric, "half (distance 0.79)");
    await drawsWell(figure);
    await drawsWell(principalAnglesFigure([[1], [0]], [[0.6], [0.8]]));
  });

  it("says what is wrong", () => {
    assert.throws(() => principalAnglesFigure(turned(0), {}), says(/metrics must not be empty/));
    assert.throws(
      () => principalAnglesFigure(turned(0), [[1], [0]]),
      says(/principalAngles: A and B must have the same shape/),
    );
  });
});

describe("metricPathFigure", () => {
  it("says so where the cost returns no number", () => {
    for (const point of [
      [[1], [0]],
      [[1], [0], [0]],
    ])
      assert.throws(
        () => metricPathFigure([point], { cost: () => undefined as never }),
        says(/metricPathFigure: what cost returns must be a number, got undefined/),
      );
  });

  it("keeps its specification", () => {
    const line = (angle: number) => [[Math.cos(angle)], [Math.sin(angle)]];
    matchesSnapshot("metricPathFigure-2-1", metricPathFigure([line(0.5), line(1), line(1.2)]));
    const spatial = (angle: number) => [...line(angle), [0.5]];
    matchesSnapshot("metricPathFigure-3-1", metricPathFigure([spatial(0.5), spatial(1), spatial(3)]));
  });

  it("draws paths on Gr(2, 1), Gr(3, 1) and Gr(3, 2), over the cost", async () => {
    for (const [d, l] of [
      [2, 1],
      [3, 1],
      [3, 2],
    ]) {
      const { points, problem } = await run(d, l);
      await drawsWell(metricPathFigure(points, { cost: (L) => problem.cost(L) }));
      await drawsWell(metricPathFigure(points.slice(0, 1)));
    }
  });

  it("has the principal angle as the distance from the center, for planes as for lines", () => {
    const plane = (angle: number) => [
      [1, 0],
      [0, Math.cos(angle)],
      [0, Math.sin(angle)],
    ];
    const line = (angle: number) => [[0], [Math.cos(angle)], [Math.sin(angle)]];
    for (const shape of [plane, line]) {
      const text = JSON.stringify(metricPathFigure([shape(Math.PI / 3), shape(0)]).spec);
      const [, x, y] = /\{"x":([-0-9.e]+),"y":([-0-9.e]+),"iteration":0/.exec(text)!;
      assert.ok(Math.abs(Math.hypot(Number(x), Number(y)) - 60 / 90) < 1e-3);
    }
  });

  it("does not care about the sign of L, and breaks the line at the rim", () => {
    const line = (angle: number) => [[0], [Math.cos(angle)], [Math.sin(angle)]];
    const flipped = line(0.3).map(([value]) => [-value]);
    assert.deepEqual(metricPathFigure([line(0.3), line(0)]).spec, metricPathFigure([flipped, line(0)]).spec);
    const over = JSON.stringify(metricPathFigure([line(1.5), line(1.7), line(0)]).spec);
    assert.match(over, /"iteration":1,"stretch":1/);
  });

  it("says what is wrong", () => {
    assert.throws(() => metricPathFigure([]), says(/points must hold at least one matrix L\. Collect them/));
    assert.throws(
      () => metricPathFigure([grassmann(4, 2).rand(1)]),
      says(
        /points must all have the shape \[2, 1\], \[3, 1\] or \[3, 2\] to be drawn, got \[4,2\]\. Use principalAngles/,
      ),
    );
    assert.throws(
      () =>
        metricPathFigure([
          [[1], [0]],
          [[1], [0], [0]],
        ]),
      says(/got \[3,1\] after \[2, 1\]/),
    );
  });
});
