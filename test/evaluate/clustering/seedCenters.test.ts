import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { Clustering } from "../../../lib/evaluate/clustering/clustering";
import { reassignPlain } from "../../../lib/evaluate/clustering/reassign";
import { seedCenters } from "../../../lib/evaluate/clustering/seedCenters";
import { grid } from "../grids";

describe("seedCenters", () => {
  it("draws different points, and assigns every point to its nearest center", () => {
    fc.assert(
      fc.property(grid, fc.nat(1000), (x, seed) => {
        const clusters = new Set(x.map(String)).size;
        const clustering = new Clustering(Float64Array.from(x.flat()), 2, clusters);
        assert.equal(seedCenters(clustering, random(seed)), clusters);
        assert.equal(clustering.inertia(), 0);
        assert.equal(reassignPlain(clustering), 0);
        const tooMany = new Clustering(Float64Array.from(x.flat()), 2, clusters + 1);
        assert.equal(seedCenters(tooMany, random(seed)), clusters);
      }),
    );
  });

  it("prefers far points, as D² does", () => {
    let far = 0;
    for (let seed = 0; seed < 200; seed++) {
      const clustering = new Clustering(Float64Array.of(0, 0.1, 0.2, 100), 1, 2);
      seedCenters(clustering, random(seed));
      if (clustering.assignments[3] !== clustering.assignments[0]) far++;
    }
    assert.equal(far, 200);
  });
});
