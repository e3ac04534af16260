import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { KnnGraph } from "../../lib/graph/knn/graph";
import { mineTriplets } from "../../lib/mining";
import { handmadeGraph } from "./handmadeGraph";

interface Fixture {
  embeddings: number[][];
  neighbors: number[][];
  affinities: number[][];
  triplets: [number, number, number][];
}

const fixture = (name: string) =>
  JSON.parse(readFileSync(path.join("test", "fixtures", "reference", `${name}.json`), "utf8")) as Fixture;

const asRows = ({ anchors, positives, negatives }: ReturnType<typeof mineTriplets>) =>
  Array.from(anchors, (anchor, t) => [anchor, positives[t], negatives[t]]);

describe("mineTriplets", () => {
  for (const name of ["affinity_small", "affinity_gamma05", "affinity_medium"]) {
    it(`mines NumPy's triplets from NumPy's affinities, ${name}`, () => {
      const { embeddings, neighbors, affinities, triplets } = fixture(name);
      const graph = handmadeGraph(neighbors, (i, j) =>
        Math.hypot(...embeddings[i].map((value, axis) => value - embeddings[j][axis])),
      );
      const ofNeighbors = () =>
        Float64Array.from(neighbors.flatMap((row, i) => row.map((j) => affinities[i][j])));
      assert.deepEqual(asRows(mineTriplets(graph, { ofNeighbors })), triplets);
    });
  }

  it("breaks ties by distance, then by index, and leaves the middle of an odd k out", () => {
    const graph: KnnGraph = {
      n: 6,
      k: 5,
      neighbors: Int32Array.from([5, 4, 3, 2, 1, ...Array.from({ length: 25 }, (_, e) => (e < 5 ? 0 : 1))]),
      distances: Float32Array.from({ length: 30 }, (_, e) => [1, 2, 2, 3, 3][e % 5]),
    };
    // Affinities of point 0 to 5, 4, 3, 2, 1: the order is 2, 3, 4, 1, 5 – with 3 before 4 by index, 4 in the middle.
    const affinity = new Float64Array(30).fill(0);
    affinity.set([-1, 0.5, 0.5, 0.9, 0.2]);
    const { anchors, positives, negatives } = mineTriplets(graph, { ofNeighbors: () => affinity });
    assert.deepEqual([...anchors.slice(0, 2)], [0, 0]);
    assert.deepEqual([...positives.slice(0, 2)], [2, 3]);
    assert.deepEqual([...negatives.slice(0, 2)], [1, 5]);
  });

  it("takes for every anchor the same triplets as sorting by the rule does", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
        (k, numbers) => {
          const n = k + 1;
          const next = () => (numbers.next() as IteratorYieldResult<number>).value;
          const everyone = [...Array(n).keys()];
          const graph = handmadeGraph(
            everyone.map((i) => everyone.filter((j) => j !== i)),
            next,
          );
          const affinity = Float64Array.from({ length: n * k }, next);
          const mined = asRows(mineTriplets(graph, { ofNeighbors: () => affinity }));
          const half = Math.floor(k / 2);
          const expected = Array.from({ length: n }, (_, i) => {
            const edges = Array.from({ length: k }, (_, s) => i * k + s).sort(
              (a, b) =>
                affinity[b] - affinity[a] ||
                graph.distances[a] - graph.distances[b] ||
                graph.neighbors[a] - graph.neighbors[b],
            );
            const ordered = edges.map((e) => graph.neighbors[e]);
            return Array.from({ length: half }, (_, t) => [i, ordered[t], ordered[k - half + t]]);
          }).flat();
          assert.deepEqual(mined, expected);
        },
      ),
    );
  });

  it("names what does not fit", () => {
    const graph = handmadeGraph([[1], [0]], () => 1);
    const ofNeighbors = () => new Float64Array(2);
    assert.throws(() => mineTriplets(graph, { ofNeighbors }), /k ≥ 2 neighbors per point, got k=1/);
    const pair = handmadeGraph(
      [
        [1, 2],
        [0, 2],
        [0, 1],
      ],
      () => 1,
    );
    assert.throws(() => mineTriplets(pair, { ofNeighbors }), /this graph's 6 neighbors, got 2/);
    assert.throws(
      () => mineTriplets(pair, { ofNeighbors: () => new Float64Array(6) }, { anchors: "some" as "all" }),
      /anchors must be "all" or "modes", got "some"/,
    );
  });
});
