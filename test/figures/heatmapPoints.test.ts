import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { affinityHeatmap } from "../../lib/figures";
import { initialAffinities } from "../../lib/graph";

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
