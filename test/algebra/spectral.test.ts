import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { float64 } from "../../lib/algebra/float64";
import { multiply, multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import {
  addRidge,
  generalizedEigen,
  inverseOf,
  logDetDivergence,
  logDeterminant,
  positivePart,
  raisedEigen,
  spectralMap,
  traceOf,
} from "../../lib/algebra/spectral";
import { symmetricEigen } from "../../lib/algebra/symmetricEigen";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { diagonal, rowsOf } from "./matrices";

const a = float64.symmetricPart(gaussian([7, 7], 1));
const tall = gaussian([9, 7], 2);
const b = transposeMultiply(tall, tall);
const identity = float64.shift(0, a, 1);

describe("spectralMap", () => {
  it("of the identity function is the matrix itself", () => {
    assertClose(
      spectralMap(a, (value) => value),
      a,
      1e-12,
    );
  });

  it("of 1/λ is the inverse, and of √λ the root", () => {
    assertClose(
      multiply(
        b,
        spectralMap(b, (value) => 1 / value),
      ),
      identity,
      1e-9,
    );
    const root = spectralMap(b, Math.sqrt);
    assertClose(multiply(root, root), b, 1e-10);
  });
});

describe("generalizedEigen", () => {
  const { values, vectors } = generalizedEigen(a, b);

  it("solves Av = λBv, λ ascending", () => {
    assertClose(
      multiply(vectors, a),
      float64.scaleRows(multiply(vectors, b), values),
      1e-9,
      "Av and λBv as rows",
    );
    assertClose(
      values,
      [...values].sort((p, q) => p - q),
      0,
    );
  });

  it("has vᵀBv = I", () => {
    assertClose(multiplyTranspose(multiply(vectors, b), vectors), identity, 1e-9);
  });
});

describe("functions of symmetric matrices", () => {
  it("trace, log determinant and inverse agree with mathjs", async () => {
    const { det, inv, trace } = await import("mathjs");
    assertClose(traceOf(a), trace(rowsOf(a)), 1e-13);
    assertClose(logDeterminant(b), Math.log(det(rowsOf(b))), 1e-10);
    assertClose(inverseOf(b), inv(rowsOf(b)), 1e-9);
  });

  it("positivePart splits A into A⁺ − (−A)⁺, both positive semidefinite", () => {
    const [up, down] = [positivePart(a), positivePart(float64.combine(-1, a, 0, a))];
    assertClose(float64.combine(1, up, -1, down), a, 1e-12);
    for (const part of [up, down]) assert.ok(symmetricEigen(part).values[0] > -1e-12);
  });

  it("addRidge adds ridge·tr/d to the diagonal, or 1 to a zero matrix", () => {
    const s = diagonal(Float64Array.of(1, 2, 6));
    assertClose(addRidge(s, 0.5), diagonal(Float64Array.of(2.5, 3.5, 7.5)), 1e-15);
    const zero = diagonal(new Float64Array(2));
    assertClose(addRidge(zero, 0.5), diagonal(Float64Array.of(1, 1)), 0);
  });

  it("raisedEigen raises eigenvalues below floor·mean|λ|, and no others", () => {
    const { values } = raisedEigen(diagonal(Float64Array.of(-4, 1, 7)), 0.5);
    assertClose(values, [2, 2, 7], 1e-14);
  });

  it("the LogDet divergence is 0 for equal matrices, positive for others, and as defined on numbers", () => {
    assertClose(logDetDivergence(b, b), 0, 1e-10);
    assert.ok(logDetDivergence(b, identity) > 0);
    const [x, y] = [3, 2].map((value) => diagonal(Float64Array.of(value)));
    assertClose(logDetDivergence(x, y), 1.5 - Math.log(1.5) - 1, 1e-14);
  });
});
