import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { kissme, metricEllipses, tf, useEngine, type Figure } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

/** Two rows of four points, a class each: 1 apart along the row, 1.5 apart across. */
const points = [0, 1.5].flatMap((y) => [0, 1, 2, 3].map((x) => [x, y]));
const classes = [0, 0, 0, 0, 1, 1, 1, 1];
const plain = [
  [1, 0],
  [0, 1],
];
/** Looks across the rows three times as closely. */
const across = [
  [1, 0],
  [0, 9],
];

interface Panel {
  width: number;
  height: number;
  encoding: Record<"x" | "y", { scale: { domain: [number, number] } }>;
  layer: { data?: { values: { x: number; y: number; x2: number; y2: number; right: boolean }[] } }[];
}
const panelsOf = (figure: Figure) => figure.spec.concat as Panel[];
const quadratic = ([[a, b], [, c]]: number[][], u: number, v: number) =>
  a * u * u + 2 * b * u * v + c * v * v;

describe("metricEllipses", () => {
  it("keeps its specification, and counts neighbors as by hand", async () => {
    const figure = metricEllipses(
      points,
      classes,
      { plain, across },
      { anchors: [1], neighbors: 3, labeled: [0, 4] },
    );
    matchesSnapshot("metricEllipses", figure);
    // From (1, 0): (0, 0) and (2, 0) at 1; then plainly (1, 1.5) of the other class at 1.5, or (3, 0) at 2.
    assert.equal(String(figure), "Figure: plain: 2 of 3 neighbors right; across: 3 of 3 neighbors right");
    await drawsWell(figure);
  });

  it("draws δ² = r² through the last neighbor, also turned, and every neighbor inside", () => {
    const turned = [
      [5, -3],
      [-3, 4],
    ];
    const [panel] = panelsOf(metricEllipses(points, classes, { turned }, { anchors: [5], neighbors: 4 }));
    const [, ellipse, links] = panel.layer.map(({ data }) => data?.values ?? []);
    const [x, y] = points[5];
    const r2 = Math.max(...links.map(({ x2, y2 }) => quadratic(turned, x2 - x, y2 - y)));
    for (const corner of ellipse)
      assert.ok(Math.abs(quadratic(turned, corner.x - x, corner.y - y) / r2 - 1) < 1e-4);
    const outside = points.filter((point) => !links.some(({ x2, y2 }) => x2 === point[0] && y2 === point[1]));
    for (const [u, v] of outside.filter(([u, v]) => u !== x || v !== y))
      assert.ok(quadratic(turned, u - x, v - y) >= r2);
  });

  it("gives both axes one scale, whatever the size, so that a circle is round", () => {
    for (const size of [{}, { width: 300, height: 100 }, { width: 100, height: 300 }]) {
      const [{ width, height, encoding }] = panelsOf(metricEllipses(points, classes, { plain }, size));
      const span = ([from, to]: [number, number]) => to - from;
      const [perX, perY] = [span(encoding.x.scale.domain) / width, span(encoding.y.scale.domain) / height];
      assert.ok(Math.abs(perX / perY - 1) < 1e-2, `${perX} and ${perY}`);
    }
  });

  it("takes a learned metric alone, and one that is blind in a direction", async () => {
    await useEngine("cpu");
    await drawsWell(metricEllipses(points, classes, kissme(points, classes)));
    const blind = [
      [0, 0],
      [0, 1],
    ];
    const figure = metricEllipses(points, classes, blind, { anchors: [0], neighbors: 3 });
    assert.match(String(figure), /metric: 3 of 3 neighbors right/);
    await drawsWell(figure);
  });

  it("tells near points apart far from the origin, and takes float32 tensors of rank 1", async () => {
    await useEngine("cpu");
    const far = points.map(([x, y]) => [123456 + x / 10, y / 10 - 98765]);
    const figure = metricEllipses(far, classes, { plain, across }, { anchors: [1], neighbors: 3 });
    assert.equal(String(figure), "Figure: plain: 2 of 3 neighbors right; across: 3 of 3 neighbors right");
    const direction = tf.tensor2d([[0.6], [1e-3]]);
    metricEllipses(points, classes, tf.matMul<tf.Tensor2D>(direction, direction, false, true));
  });

  it("says what is wrong", () => {
    const draw =
      (metric: number[][], options = {}) =>
      () =>
        metricEllipses(points, classes, { mine: metric }, options);
    assert.throws(
      draw([[1]]),
      says(/metricEllipses: mine: must be a metric of the plane, M \[2, 2\], got shape \[1, 1\]/),
    );
    assert.throws(draw([[1, 2], [2, 1]]), says(/mine: M must be symmetric and positive semidefinite/)); // prettier-ignore
    assert.throws(
      draw(plain, { neighbors: 8 }),
      says(/neighbors must be a whole number in \[1, n-1\] with n=8 points, got 8/),
    );
    assert.throws(
      draw(plain, { anchors: [8] }),
      says(/anchors must hold positions of points in \[0, 7\], got 8/),
    );
    assert.throws(
      () => metricEllipses(points, classes, {}),
      says(/metrics must be \{ name: metric, … \}, got none/),
    );
  });
});
