import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NearestCandidates } from "../../../lib/evaluate/ranking/nearestCandidates";

describe("NearestCandidates", () => {
  it("finds the wanted points and few others, in ascending order, without the point itself", () => {
    const n = 2000;
    const estimates = Float32Array.from({ length: 2 * n }, (_, at) => ((at * 7919) % n) / n);
    const candidates = new NearestCandidates(n);
    for (const wanted of [1, 100, n - 1]) {
      candidates.find(estimates, n, { self: 5, wanted, limit: 2, slack: 0 });
      const found = [...candidates.points.subarray(0, candidates.count)];
      const row = estimates.subarray(n);
      const nearest = [...row.keys()].filter((j) => j !== 5).sort((a, b) => row[a] - row[b]);
      assert.ok(nearest.slice(0, wanted).every((j) => found.includes(j)));
      assert.ok(found.length <= wanted + 2 && !found.includes(5));
      assert.deepEqual(
        [...found].sort((a, b) => a - b),
        found,
      );
    }
  });
});
