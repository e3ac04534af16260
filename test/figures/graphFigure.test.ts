import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { graphFigure } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";
import { line, known, toy } from "./sixPoints";

describe("graphFigure", () => {
  it("keeps its specification", async () => {
    const { graph } = await toy();
    const xy = line.map(([value], i) => [value, i % 2]);
    const figure = graphFigure(graph, xy, { labels: known, classNames: ["left", "right"] });
    matchesSnapshot("graphFigure", figure);
    await drawsWell(figure);
    await drawsWell(graphFigure(graph, xy));
  });

  it("draws each edge once and tells edges between classes", async () => {
    const { graph } = await toy();
    const xy = line.map(([value]) => [value, 0]);
    // 0–1, 0–2, 1–2 and 3–4, 3–5, 4–5: two triangles.
    assert.equal(String(graphFigure(graph, xy)), "Figure: graph of 6 points with 6 edges drawn");
    const figure = graphFigure(graph, xy, { labels: [0, 1, 0, 1, 1, 1], labeled: [0] });
    assert.match(
      JSON.stringify(figure.spec.title),
      /6 points, 6 edges, 2 between classes \(dashed\); 1 labeled/,
    );
    assert.match(String(graphFigure(graph, xy, { neighbors: 1 })), /with 4 edges drawn/);
  });

  it("draws labeled points over the others", async () => {
    const { graph } = await toy();
    const xy = line.map(([value]) => [value, 0]);
    const { layer } = graphFigure(graph, xy, { labels: known, labeled: [0, 3] }).spec as unknown as {
      layer: { data: { values: { point: number }[] } }[];
    };
    assert.deepEqual(
      layer[1].data.values.map(({ point }) => point),
      [1, 2, 4, 5, 0, 3],
    );
  });

  it("says what is wrong", async () => {
    const { graph } = await toy();
    const xy = line.map(([value]) => [value, 0]);
    assert.throws(
      () => graphFigure(graph, xy.slice(1)),
      says(/xy must have a row for each of the 6 points, got 5/),
    );
    assert.throws(
      () => graphFigure(graph, xy, { neighbors: 3 }),
      says(/neighbors must be a whole number in \[1, k=2\], got 3/),
    );
    assert.throws(
      () => graphFigure({ ...graph, k: 3 }, xy),
      says(/graphFigure: graph must have n points with k neighbors each/),
    );
  });
});
