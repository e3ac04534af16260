import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lpp } from "../../../lib/methods";
import { assertClose } from "../../manifold/assertClose";
import { blobs, plainGraph, rotate, rotation } from "./data";

const { x } = blobs({ d: 4 });
const n = x.length;

/** Xᵀ Lap X and Xᵀ Deg X by plain loops, X centred at its mean by degree. */
function plainForms() {
  const w = plainGraph(x, 6);
  const degrees = w.map((row) => row.reduce((sum, value) => sum + value, 0));
  const total = degrees.reduce((sum, value) => sum + value, 0);
  const mean = x[0].map((_, c) => x.reduce((sum, row, i) => sum + (degrees[i] * row[c]) / total, 0));
  const points = x.map((row) => row.map((value, c) => value - mean[c]));
  const form = (entry: (i: number, j: number) => number) =>
    mean.map((_, a) =>
      mean.map((_, b) => {
        let sum = 0;
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++) sum += points[i][a] * entry(i, j) * points[j][b];
        return sum;
      }),
    );
  return {
    smooth: form((i, j) => (i === j ? degrees[i] : 0) - w[i][j]),
    spread: form((i, j) => (i === j ? degrees[i] : 0)),
  };
}

describe("lpp", () => {
  it("solves Xᵀ Lap X a = λ Xᵀ Deg X a for the smallest λ, against mathjs", async () => {
    const { eigs, inv, multiply } = await import("mathjs");
    const { smooth, spread } = plainForms();
    const { projection, values } = lpp(x, { dimensions: 3, ridge: 1e-12 });
    const expected = (eigs(multiply(inv(spread), smooth)).values as number[])
      .map(Number)
      .sort((a, b) => a - b);
    assertClose(values, expected.slice(0, 3), 1e-9);
    for (let column = 0; column < 3; column++) {
      const a = Array.from({ length: 4 }, (_, c) => projection.data[c * 3 + column]);
      assertClose(
        multiply(smooth, a),
        multiply(spread, a).map((value) => value * values[column]),
        1e-9,
      );
      assertClose(Number(multiply(a, multiply(spread, a))), 1, 1e-9);
    }
  });

  it("is invariant to rotation: the projected points are the same up to sign", () => {
    const turned = lpp(rotate(x, rotation(4, 3)), { dimensions: 1 });
    const { points } = lpp(x, { dimensions: 1 });
    assertClose(turned.points.data.map(Math.abs), points.data.map(Math.abs), 1e-9);
  });

  it("works with more features than points, and with heat weights", () => {
    const wide = blobs({ classes: 2, perClass: 5, d: 30 });
    const { projection, values } = lpp(wide.x, { dimensions: 4, weights: "heat", k: 3 });
    assert.deepEqual(projection.shape, [30, 4]);
    assert.ok([...projection.data, ...values].every(Number.isFinite));
  });

  it("rejects invalid arguments with a sentence that names the problem", () => {
    assert.throws(
      () => lpp(x, { dimensions: 9 }),
      /lpp: dimensions must be in \[1, d\], got 9 with d=4 features/,
    );
    assert.throws(() => lpp(x, { k: 99 }), /lpp: k must be in \[1, n-1\], got k=99 with n=36 points/);
    assert.throws(
      () => lpp(x, { weights: "warm" as "heat" }),
      /lpp: weights must be "binary" or "heat", got "warm"\. The default is "binary"/,
    );
  });
});
