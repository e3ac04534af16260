import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { geodesicDistance, grassmann, principalAngles } from "../../lib/manifold";
import { multiply } from "../../lib/algebra/multiply";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "./assertClose";

describe("principalAngles", () => {
  it("by hand: one direction shared, one turned by 30°, one orthogonal", () => {
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const a = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ];
    const b = [
      [1, 0, 0],
      [0, c, 0],
      [0, 0, 0],
      [0, s, 0],
      [0, 0, 1],
    ];
    assertClose(principalAngles(a, b), [0, Math.PI / 6, Math.PI / 2], 1e-15);
    assertClose(geodesicDistance(a, b), Math.hypot(Math.PI / 6, Math.PI / 2), 1e-15);
  });

  it("are accurate even if tiny: 1e-12 has a relative error below 1e-4", () => {
    const angle = 1e-12;
    const [found] = principalAngles([[1], [0]], [[Math.cos(angle)], [Math.sin(angle)]]);
    assert.ok(Math.abs(found / angle - 1) < 1e-4);
  });

  it("do not depend on the bases of the two spaces, nor on their order", () => {
    fc.assert(
      fc.property(fc.nat(10_000), (seed) => {
        const [a, b] = [gaussian([6, 3], seed), gaussian([6, 3], seed + 1)];
        const expected = principalAngles(a, b);
        assertClose(principalAngles(multiply(a, gaussian([3, 3], seed + 2)), b), expected, 1e-7);
        assertClose(principalAngles(b, a), expected, 1e-10);
        assert.ok(expected.every((angle) => angle >= 0 && angle <= Math.PI / 2 + 1e-12));
      }),
    );
  });

  it("of L and LB are zero", () => {
    const l = grassmann(9, 4).rand(1);
    assertClose(geodesicDistance(l, multiply(l, grassmann(4, 4).rand(2))), 0, 1e-14);
  });

  it("rejects matrices that cannot be compared", () => {
    assert.throws(
      () => principalAngles(gaussian([5, 2], 1), gaussian([5, 3], 1)),
      /A and B must have the same shape, got \[5,2\] and \[5,3\]/,
    );
    assert.throws(
      () => principalAngles([[1, 2]], [[1, 2]]),
      /A must have at least as many rows as columns, got \[1, 2\]/,
    );
    assert.throws(() => geodesicDistance([[Number.NaN], [1]], [[1], [0]]), /A must be finite/);
  });
});
