import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { grassmann } from "../../lib/manifold";
import { multiply, multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import { assertClose } from "./assertClose";
import { operationsFixture } from "./manoptFixture";

describe("grassmann has the operations of Manopt", () => {
  const { d, l, inputs, expected } = operationsFixture();
  const manifold = grassmann(d, l);
  const { X, Y, A, B, EG, EH } = inputs;
  const U = manifold.proj(X, A);

  it("proj, inner, norm, dim, typicalDistance", () => {
    assertClose(U, expected.U, 1e-13);
    assertClose(manifold.proj(X, B), expected.V, 1e-13);
    assertClose(manifold.inner(X, U, expected.V), expected.inner, 1e-12);
    assertClose(manifold.norm(X, U), expected.norm, 1e-13);
    assert.equal(manifold.dim, expected.dim);
    assertClose(manifold.typicalDistance, expected.typicaldist, 1e-15);
  });

  it("retr, transp, invretr", () => {
    assertClose(manifold.retr(X, U, 0.7), expected.retr, 1e-13);
    assertClose(manifold.transp(X, expected.retr, expected.V), expected.transp, 1e-13);
    assertClose(manifold.invretr(X, expected.retr), expected.invretr, 1e-12);
  });

  it("exp, log, dist", () => {
    const E = manifold.exp(X, U, 0.3);
    assertClose(multiplyTranspose(E, E), expected.expProjector, 1e-13);
    assertClose(manifold.log(X, E), expected.logExp, 1e-12);
    assertClose(manifold.dist(X, E), expected.distExp, 1e-12);
    assertClose(manifold.dist(X, Y), expected.distXY, 1e-12);
    assertClose(manifold.log(X, Y), expected.logXY, 1e-11);
    assertClose(manifold.norm(X, manifold.log(X, Y)), expected.normLogXY, 1e-12);
  });

  it("egrad2rgrad, ehess2rhess", () => {
    assertClose(manifold.egrad2rgrad(X, EG), expected.rgrad, 1e-13);
    assertClose(manifold.ehess2rhess(X, EG, EH, U), expected.rhess, 1e-12);
  });
});

describe("grassmann", () => {
  it("treats X and XB as the same point", () => {
    const manifold = grassmann(7, 3);
    const [x, y, b] = [manifold.rand(1), manifold.rand(2), grassmann(3, 3).rand(3)];
    assertClose(manifold.dist(x, multiply(x, b)), 0, 1e-14);
    assertClose(manifold.dist(multiply(x, b), y), manifold.dist(x, y), 1e-13);
  });

  it("commutes with X → XB: retr(XB, UB) = retr(X, U)B", () => {
    const manifold = grassmann(7, 3);
    const [x, b] = [manifold.rand(1), grassmann(3, 3).rand(3)];
    const u = manifold.randvec(x, 2);
    assertClose(manifold.retr(multiply(x, b), multiply(u, b)), multiply(manifold.retr(x, u), b), 1e-13);
  });

  it("log reaches the other side of the cut locus: angles of π/2", () => {
    const manifold = grassmann(4, 2);
    const x = [
      [1, 0],
      [0, 1],
      [0, 0],
      [0, 0],
    ];
    const y = [
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    const u = manifold.log(x, y);
    assertClose(manifold.norm(x, u), Math.PI / Math.SQRT2, 1e-12);
    const back = manifold.exp(x, u);
    assertClose(manifold.dist(back, y), 0, 1e-12);
    assertClose(
      transposeMultiply(back, back),
      [
        [1, 0],
        [0, 1],
      ],
      1e-13,
    );
  });
});
