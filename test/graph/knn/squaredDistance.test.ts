import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { squaredDistance } from "../../../lib/graph/knn/squaredDistance";

describe("squaredDistance", () => {
  it("is the sum of squares for every number of coordinates, and may stop once it exceeds the limit", () => {
    for (let d = 1; d < 20; d++) {
      const data = Float64Array.from({ length: 2 * d }, (_, at) => (at < d ? at : 0));
      const whole = ((d - 1) * d * (2 * d - 1)) / 6;
      assert.equal(squaredDistance(data, d, 0, 1, Infinity), whole);
      assert.equal(squaredDistance(data, d, 1, 0, whole), whole);
      if (whole > 1) assert.ok(squaredDistance(data, d, 0, 1, 1) > 1);
    }
  });
});
