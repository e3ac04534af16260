import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { NeighborLists } from "../../../lib/graph/knn/neighborLists";

describe("NeighborLists", () => {
  it("keeps the nearest different points in order, however often they are added", () => {
    const squares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(squares, fc.integer({ min: 1, max: 6 }), fc.nat(100), (values, size, seed) => {
        const lists = new NeighborLists(3, size);
        const order = random(seed).sample(values.length, values.length);
        let added = 0;
        for (const j of [...order, ...order]) added += lists.add(1, j, values[j]);
        const [from, to] = [size, 2 * size];
        const kept = Math.min(size, values.length);
        const points = [...lists.points.subarray(from, from + kept)];
        assert.equal(new Set(points).size, kept);
        assert.ok(added >= kept);
        assert.deepEqual(
          points.map((j) => values[j]),
          [...values].sort((a, b) => a - b).slice(0, kept),
        );
        assert.ok(lists.points.subarray(from + kept, to).every((j) => j === -1));
        assert.ok(lists.points.every((j, e) => (e >= from && e < to) || j === -1));
      }),
    );
  });

  it("keeps what it has when it is lengthened, as new", () => {
    const lists = new NeighborLists(2, 2);
    lists.add(0, 1, 3);
    lists.add(1, 0, 3);
    lists.isNew.fill(0);
    const longer = lists.lengthen(3);
    assert.deepEqual([...longer.points], [1, -1, -1, 0, -1, -1]);
    assert.deepEqual([...longer.squares], [3, Infinity, Infinity, 3, Infinity, Infinity]);
    assert.equal(longer.isNew[0], 1);
  });
});
