import assert from "node:assert/strict";
import { it } from "node:test";
import { evenly, extent, readPlane, readPositions, rounded } from "../../../lib/figures/parts/rows";

it("rows: extents of long lists, rounding, even samples, points of the plane and positions", () => {
  assert.deepEqual(extent(Array.from({ length: 300_000 }, (_, i) => i - 5)), [-5, 299_994]);
  assert.deepEqual(extent([]), [Infinity, -Infinity]);
  assert.deepEqual([rounded(1234.567), rounded(0.00012345, 2)], [1235, 0.00012]);
  assert.deepEqual(
    [evenly(3, 5), evenly(10, 4)],
    [
      [0, 1, 2],
      [0, 2, 5, 7],
    ],
  );
  assert.deepEqual(
    readPlane(
      [
        [1, 2],
        [3, 4.00004],
      ],
      "f",
    ),
    [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  );
  assert.throws(() => readPlane([[1, 2, 3]], "f"), /xy must be \[n, 2\] with n ≥ 1, got shape \[1, 3\]/);
  assert.throws(
    () =>
      readPlane(
        [
          [1, 2],
          [NaN, 4],
        ],
        "f",
      ),
    /xy must be finite, got NaN in row 1/,
  );
  assert.deepEqual(readPositions([2, 2, 0], 3, "f: labeled"), new Set([2, 0]));
  assert.throws(
    () => readPositions([3], 3, "f: labeled"),
    /f: labeled must hold positions of points in \[0, 2\], got 3/,
  );
});
