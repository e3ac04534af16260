import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { orderedRelevance } from "../../../lib/evaluate/ranking/orderedRelevance";

describe("orderedRelevance", () => {
  it("is the relevance in the order of distance, then of the points", () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.nat(1)), {
      minLength: 1,
      maxLength: 15,
    });
    fc.assert(
      fc.property(points, (rows) => {
        const distances = Float64Array.from(rows, ([distance]) => distance);
        const relevant = Uint8Array.from(rows, ([, relevance]) => relevance);
        const order = [...rows.keys()].sort((a, b) => distances[a] - distances[b] || a - b);
        for (let wanted = 1; wanted <= rows.length; wanted++) {
          assert.deepEqual(
            [...orderedRelevance(distances, relevant, wanted)],
            order.slice(0, wanted).map((c) => relevant[c]),
          );
        }
      }),
    );
  });
});
