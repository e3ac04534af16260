import { describe, it } from "node:test";
import { float64 } from "../../lib/algebra/float64";
import { multiply, multiplyTranspose, transposeMultiply } from "../../lib/algebra/multiply";
import { generalizedEigen, spectralMap } from "../../lib/algebra/spectral";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";

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
