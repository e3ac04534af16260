import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { affinityHeatmap, initialAffinities } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";
import { known, classes, toy } from "./sixPoints";

describe("affinityHeatmap", () => {
  it("keeps its specification, and W as worked out by hand", async () => {
    const { affinities } = await toy();
    const figure = affinityHeatmap(affinities, classes, { before: initialAffinities(known) });
    matchesSnapshot("affinityHeatmap", figure);
    const panels = figure.spec.hconcat as { layer: { data: { values: { affinity: number[] }[] } }[] }[];
    const [before, after] = panels.map(({ layer }) => layer[0].data.values);
    assert.deepEqual(before[0].affinity, [1, 0, 0, -1, 0, 0]);
    assert.deepEqual(after[0].affinity, [0.338, 0.331, 0.331, -0.338, -0.166, -0.166]);
    await drawsWell(figure);
  });

  it("puts points in the order of their classes, unlabeled ones last, and samples many", async () => {
    const { affinities } = await toy();
    await drawsWell(affinityHeatmap(affinities, [1, -1, 0, 1, 0, -1], { classNames: ["left", "right"] }));
    const sampled = affinityHeatmap(affinities, classes, { maxPoints: 3 });
    assert.match(String(sampled), /affinities of 3 of 6 points of 2 classes/);
    assert.match(String(affinityHeatmap(affinities, known)), /affinities of 6 of 6 points of 2 classes/);
    await drawsWell(sampled);
  });

  it("says what is wrong", async () => {
    const { affinities } = await toy();
    assert.throws(
      () => affinityHeatmap(affinities, [0]),
      says(/affinityHeatmap: labels must have one entry per point, got 1 label for 6/),
    );
    assert.throws(
      () => affinityHeatmap(affinities, classes, { before: initialAffinities([0, 1]) }),
      says(/before must have the same 6 points as affinities, got 2/),
    );
    assert.throws(
      () => affinityHeatmap(affinities, classes, { maxPoints: 1000 }),
      says(/maxPoints must be a whole number in \[2, 300\], got 1000/),
    );
  });
});

describe("affinityHeatmap of some points", () => {
  const labels = [1, 0, 0, 1, 2];
  const affinities = initialAffinities(labels);

  it("draws the chosen points only, in the order of their classes", () => {
    const figure = affinityHeatmap(affinities, labels, { points: [0, 3, 1] });
    const [cells] = (figure.spec as unknown as { layer: { data: { values: unknown[] } }[] }).layer;
    assert.deepEqual(cells.data.values, [
      { row: 0, affinity: [1, -1, -1] },
      { row: 1, affinity: [-1, 1, 1] },
      { row: 2, affinity: [-1, 1, 1] },
    ]);
    assert.match(String(figure), /3 of 5 points/);
  });

  it("refuses points that are not there", () => {
    assert.throws(() => affinityHeatmap(affinities, labels, { points: [7] }), /points must hold positions/);
  });
});
