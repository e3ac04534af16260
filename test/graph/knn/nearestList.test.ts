import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { NearestList } from "../../../lib/graph/knn/nearestList";

describe("NearestList", () => {
  it("keeps the k nearest, by distance and then by index, in any order", () => {
    const squares = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(squares, fc.integer({ min: 1, max: 6 }), fc.nat(100), (values, size, seed) => {
        const k = Math.min(size, values.length);
        const list = new NearestList(k);
        for (const j of random(seed).sample(values.length, values.length)) list.add(j, values[j]);
        const expected = [...values.keys()].sort((a, b) => values[a] - values[b] || a - b).slice(0, k);
        assert.deepEqual([...list.points], expected);
        assert.equal(list.reach, values[expected[k - 1]]);
      }),
    );
  });
});
