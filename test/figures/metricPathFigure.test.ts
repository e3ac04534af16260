import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { grassmann, metricPathFigure } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";
import { run } from "./toyProblem";

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
