import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { knnGraph, transitionMatrix } from "../../../lib/graph";
import { randomGraph } from "./support";

describe("transitionMatrix", () => {
  it("is 1/k at the neighbors and 0 elsewhere", () => {
    const q = transitionMatrix(knnGraph([[0], [1], [3]], { k: 1 }));
    assert.deepEqual([...q.toDense().data], [0, 1, 0, 1, 0, 0, 0, 1, 0]);
    assert.deepEqual([...q.row(2)], [0, 1, 0]);
    assert.equal(q.at(2, 1), 1);
    assert.equal(String(q), "Q: 3 x 3, 1/1 at the 1 neighbor of each point");
  });

  it("has rows that sum to 1 and nothing on the diagonal", () => {
    const q = transitionMatrix(randomGraph(30, 7, 1));
    for (let i = 0; i < 30; i++) {
      assert.ok(Math.abs(q.row(i).reduce((sum, value) => sum + value, 0) - 1) < 1e-14);
      assert.equal(q.at(i, i), 0);
    }
  });
});
