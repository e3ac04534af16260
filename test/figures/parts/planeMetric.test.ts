import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { neighborhood, readQuadratic } from "../../../lib/figures/parts/planeMetric";

describe("a metric of the plane", () => {
  it("is read from M or a learned metric, and must be symmetric and positive semidefinite", () => {
    const wanted = { xx: 2, xy: 1, yy: 3 };
    assert.deepEqual(
      readQuadratic(
        [
          [2, 1],
          [1, 3],
        ],
        "f",
      ),
      wanted,
    );
    const matrix = { data: Float64Array.of(2, 1, 1, 3), shape: [2, 2] as [number, number] };
    assert.deepEqual(readQuadratic({ matrix, factor: matrix }, "f"), wanted);
    for (const wrong of [
      [
        [1, 2],
        [2, 1],
      ],
      [
        [1, 1],
        [0, 1],
      ],
      [
        [0, 0],
        [0, 0],
      ],
    ])
      assert.throws(
        () => readQuadratic(wrong, "f"),
        /f: M must be symmetric and positive semidefinite and not 0/,
      );
    assert.throws(() => readQuadratic([[1]], "f"), /M \[2, 2\], got shape \[1, 1\]/);
  });

  it("has other neighbors than Euclid: y counts nine times as much as x", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 0, y: 1 },
      { x: 4, y: 0 },
    ];
    assert.deepEqual(neighborhood(points, { xx: 1, xy: 0, yy: 1 }, 0, 2), { nearest: [2, 1], radius: 2 });
    assert.deepEqual(neighborhood(points, { xx: 1, xy: 0, yy: 9 }, 0, 2), { nearest: [1, 2], radius: 3 });
  });
});
