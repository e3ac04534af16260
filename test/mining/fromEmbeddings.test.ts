import assert from "node:assert/strict";
import { it } from "node:test";
import { knnGraph, propagateAffinities } from "../../lib/graph";
import { mineTriplets } from "../../lib/mining";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { affinityFixture, affinityFixtures, toy } from "../graph/propagation/support";

for (const engine of readableEngines) {
  onEngine(engine, () => {
    for (const name of affinityFixtures) {
      it(`embeddings → graph → affinities → triplets gives NumPy's triplets, ${name}`, async () => {
        const { k, gamma, embeddings, labels, triplets } = affinityFixture(name);
        const graph = knnGraph(embeddings, { k });
        const mined = mineTriplets(graph, await propagateAffinities(graph, labels, { gamma }));
        const rows = Array.from(mined.anchors, (anchor, t) => [
          anchor,
          mined.positives[t],
          mined.negatives[t],
        ]);
        assert.deepEqual(rows, triplets);
      });
    }
  });
}

it("equal affinities leave the order of the distances: the toy case", async () => {
  const mined = mineTriplets(toy.graph, await propagateAffinities(toy.graph, toy.labels));
  assert.deepEqual([...mined.positives], [1, 0, 1, 4, 3, 4]);
  assert.deepEqual([...mined.negatives], [2, 2, 0, 5, 5, 3]);
});
