import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { Clustering } from "../../../lib/evaluate/clustering/clustering";
import { lloyd } from "../../../lib/evaluate/clustering/lloyd";
import { fillEmptyClusters, reassignPlain, type Reassigner } from "../../../lib/evaluate/clustering/reassign";
import { seedCenters } from "../../../lib/evaluate/clustering/seedCenters";
import { grid } from "../grids";

const plainSearch: Reassigner = { reassign: (all) => all.map(reassignPlain), dispose: () => undefined };

describe("Lloyd's iteration", () => {
  it("never lets the inertia rise", () => {
    fc.assert(
      fc.property(grid, fc.nat(1000), (x, seed) => {
        const clustering = new Clustering(Float64Array.from(x.flat()), 2, 3);
        seedCenters(clustering, random(seed));
        let last = Infinity;
        let iterations = 0;
        for (const ended of lloyd([clustering], plainSearch, { maxIterations: 100, minShift: 0 })) {
          const inertia = clustering.inertia();
          assert.ok(inertia <= last + 1e-12 && iterations++ < 100 && ended <= 1);
          last = inertia;
        }
        assert.ok(clustering.inertia() <= last + 1e-12);
      }),
    );
  });

  it("gives an empty cluster the point that is farthest from its center", () => {
    const clustering = new Clustering(Float64Array.of(0, 1, 2, 30, 40), 1, 4);
    clustering.centers.set([1, 32, 35, -5]);
    [0, 0, 0, 1, 1].forEach((k, i) => {
      clustering.move(i, k);
    });
    assert.equal(fillEmptyClusters(clustering), 2);
    assert.deepEqual([...clustering.assignments], [3, 0, 0, 1, 2]);
  });
});
