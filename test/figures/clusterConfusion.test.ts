import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterConfusion } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

describe("clusterConfusion", () => {
  it("keeps its specification, with the clusters in the order of their classes", async () => {
    const figure = clusterConfusion([5, 5, 5, 2, 2, 9], [1, 1, 0, 0, 0, 2], {
      classNames: ["ant", "bee", "cat"],
    });
    matchesSnapshot("clusterConfusion", figure);
    const { y } = figure.spec.encoding as { y: { scale: { domain: string[] } } };
    assert.deepEqual(y.scale.domain, ["2", "5", "9"]);
    await drawsWell(figure);
    const many = Array.from({ length: 40 }, (_, i) => i % 20);
    await drawsWell(clusterConfusion(many, many));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => clusterConfusion([0], [0, 1]),
      says(
        /clusterConfusion: assignments must have a cluster for each of the 2 labels \(at least one\), got 1/,
      ),
    );
    const many = Array.from({ length: 70 }, (_, i) => i);
    assert.throws(
      () => clusterConfusion(many, many),
      says(/at most 60 clusters and 60 classes are legible, got 70 and 70/),
    );
  });
});
