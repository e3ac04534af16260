import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";
import { knnGraph } from "../../../lib/graph/knn/knnGraph";
import { sampledRecall } from "../../../lib/graph/knn/sampledRecall";
import { clusteredCloud } from "./clusteredCloud";

describe("sampledRecall", () => {
  it("is the share of true neighbors, counted over all points if they are few", () => {
    const x = clusteredCloud(250, 5, 1);
    const { neighbors } = knnGraph(x, { k: 4 });
    assert.equal(sampledRecall(x, 4, neighbors, 1), 1);
    // The farthest of 20 neighbors is none of the 4 nearest.
    const more = knnGraph(x, { k: 20 }).neighbors;
    for (let i = 0; i < 100; i++) neighbors[4 * i + 3] = more[20 * i + 19];
    assert.equal(sampledRecall(x, 4, neighbors, 1), 900 / 1000);
  });

  it("estimates it on a sample of many points", () => {
    const x = clusteredCloud(3000, 5, 2);
    const { neighbors } = knnGraph(x, { k: 5 });
    const more = knnGraph(x, { k: 20 }).neighbors;
    const draw = random(3);
    for (let i = 0; i < 3000; i++) if (draw.uniform() < 0.5) neighbors[5 * i + 4] = more[20 * i + 19];
    assert.ok(Math.abs(sampledRecall(x, 5, neighbors, 1) - 0.9) < 0.02);
  });

  it("does not mind which of several equally near points was found", () => {
    const x = { data: Float32Array.from([0, 1, 1, 1, 5, -1]), shape: [6, 1] as [number, number] };
    const farther = Int32Array.from([3, 3, 1, 2, 3, 0]);
    assert.equal(sampledRecall(x, 1, farther, 1), 1);
    farther[0] = 4;
    assert.equal(sampledRecall(x, 1, farther, 1), 5 / 6);
  });
});
