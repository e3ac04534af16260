import assert from "node:assert/strict";
import { it } from "node:test";
import { inspect } from "node:util";
import { checkDense, squareMatrix } from "../../lib/graph/squareMatrix";

it("squareMatrix computes entries on demand, checks indices, and prints as one line", () => {
  const matrix = squareMatrix("times", 3, "products, 3 × 3", {
    at: (i, j) => i * j,
    row: (i) => Float64Array.of(0, i, 2 * i),
  });
  assert.deepEqual([...matrix.toDense().data], [0, 0, 0, 0, 1, 2, 0, 2, 4]);
  assert.equal(matrix.at(2, 2), 4);
  assert.deepEqual([String(matrix), inspect(matrix)], ["products, 3 × 3", "products, 3 × 3"]);
  assert.throws(() => matrix.at(0, 3), { message: "times: j must be a whole number in [0, 2], got 3." });
  assert.throws(() => matrix.row(1.5), { message: "times: i must be a whole number in [0, 2], got 1.5." });
  assert.throws(() => {
    checkDense("times", 20_000);
  }, /20000 x 20000 numbers \(3\.0 GB\)/);
});
