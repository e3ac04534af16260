import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { geodesicDistance, grassmann, orthonormalize } from "../../lib/manifold";
import { transposeMultiply } from "../../lib/algebra/multiply";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "./assertClose";

describe("orthonormalize", () => {
  it("gives orthonormal columns of the same space", () => {
    const a = gaussian([7, 3], 1);
    const x = orthonormalize(a);
    assertClose(
      transposeMultiply(x, x),
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      1e-14,
    );
    assertClose(geodesicDistance(a, x), 0, 1e-13);
  });

  it("leaves orthonormal columns alone", () => {
    const x = grassmann(7, 3).rand(1);
    assertClose(orthonormalize(x), x, 1e-14);
  });

  it("rejects matrices without a polar factor", () => {
    assert.throws(
      () =>
        orthonormalize([
          [1, 1],
          [1, 1],
          [0, 0],
        ]),
      /A must have 2 independent columns/,
    );
    assert.throws(() => orthonormalize([[1, 2]]), /at least as many rows as columns/);
    assert.throws(() => orthonormalize([[Number.NaN]]), /must be finite/);
  });
});
