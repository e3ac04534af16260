import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { DegreeQueue } from "../../../lib/graph/proximity/degreeQueue";

it("DegreeQueue always has a point of the smallest degree, as points move and leave", () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.nat(10)), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.nat(10), { minLength: 10, maxLength: 10 }), steps, (degrees, moves) => {
      const queue = new DegreeQueue(10, (v) => degrees[v]);
      const left = new Map(degrees.entries());
      for (const [v, degree] of moves) {
        if (!left.has(v)) continue;
        if (degree === 0) {
          queue.remove(v);
          left.delete(v);
        } else {
          queue.move(v, degree);
          left.set(v, degree);
        }
        const smallest = queue.smallest();
        if (left.size === 0) assert.equal(smallest, -1);
        else assert.equal(left.get(smallest), Math.min(...left.values()));
      }
    }),
  );
});
