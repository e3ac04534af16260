import assert from "node:assert/strict";
import { it } from "node:test";
import { combine, frobeniusNorm, innerProduct } from "../../lib/algebra/vectorSpace";

const row = (...values: number[]) => ({
  data: Float64Array.from(values),
  shape: [1, values.length] as [number, number],
});

it("combines, multiplies and measures matrices entry by entry, of even and odd length", () => {
  assert.deepEqual(combine(2, row(1, 2, 3), -1, row(5, 0, 1)), row(-3, 4, 5));
  assert.equal(innerProduct(row(1, 2, 3), row(4, 5, 6)), 32);
  assert.equal(innerProduct(row(1, 2), row(4, 5)), 14);
  assert.equal(innerProduct(row(), row()), 0);
  assert.equal(frobeniusNorm(row(2, 3, 6)), 7);
});
