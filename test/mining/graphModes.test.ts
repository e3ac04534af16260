import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { graphModes, mineTriplets, stationaryDistribution } from "../../lib/mining";
import { handmadeGraph } from "./handmadeGraph";

describe("graphModes", () => {
  // 1 and 2 point at each other and are pointed at by 0 and 3; the same again for 4 … 7, with nothing between.
  const twoClusters = handmadeGraph(
    [
      [1, 2],
      [2, 0],
      [1, 0],
      [1, 2],
      [5, 6],
      [6, 4],
      [5, 4],
      [5, 6],
    ],
    () => 1,
  );

  it("has a stationary distribution, π = πQ", () => {
    const mass = stationaryDistribution(twoClusters);
    const moved = new Float64Array(8);
    twoClusters.neighbors.forEach((j, e) => (moved[j] += mass[Math.floor(e / 2)] / 2));
    mass.forEach((value, i) => {
      assert.ok(Math.abs(value - moved[i]) < 1e-10);
    });
    assert.ok(Math.abs(mass.reduce((sum, value) => sum + value, 0) - 1) < 1e-9);
  });

  it("finds one mode in each cluster, the smaller index among equals", () => {
    // π is 1/3 on 0, 1 and 2 alike, as all three send and get two links among themselves.
    assert.deepEqual([...graphModes(twoClusters)], [0, 4]);
  });

  it("gives the anchors of mined triplets", () => {
    const triplets = mineTriplets(
      twoClusters,
      { ofNeighbors: () => new Float64Array(16) },
      { anchors: "modes" },
    );
    assert.deepEqual([...triplets.anchors], [0, 4]);
    assert.deepEqual([...triplets.positives], [1, 5]);
    assert.deepEqual([...triplets.negatives], [2, 6]);
  });
});
