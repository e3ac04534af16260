import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { centerRows } from "../../../lib/core/values/centerRows";

describe("centerRows", () => {
  it("subtracts the mean row: a case worked out by hand", () => {
    const points = { data: Float64Array.of(1, 2, 3, 6), shape: [2, 2] as [number, number] };
    assert.deepEqual(centerRows(points), {
      centered: { data: Float64Array.of(-1, -2, 1, 2), shape: [2, 2] },
      mean: Float64Array.of(2, 4),
      squares: Float64Array.of(5, 5),
    });
    assert.deepEqual([...points.data], [1, 2, 3, 6]);
  });

  it("stores the differences in the requested precision, with squares of float64", () => {
    const points = { data: Float64Array.of(0, 0.2), shape: [2, 1] as [number, number] };
    const { centered, squares } = centerRows(points, Float32Array);
    assert.deepEqual(centered.data, Float32Array.of(-0.1, 0.1));
    assert.deepEqual(squares, Float64Array.of(0.1 * 0.1, 0.1 * 0.1));
  });

  it("leaves columns that sum to 0", () => {
    const numbers = fc.float64Array({ min: -1e3, max: 1e3, noNaN: true, minLength: 3, maxLength: 60 });
    fc.assert(
      fc.property(numbers, (given) => {
        const n = Math.floor(given.length / 3);
        const { centered } = centerRows({ data: given.slice(0, 3 * n), shape: [n, 3] });
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let i = 0; i < n; i++) sum += centered.data[3 * i + c];
          assert.ok(Math.abs(sum) < 1e-9);
        }
      }),
    );
  });
});
