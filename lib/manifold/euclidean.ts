import { float64, frobeniusNorm, type Algebra } from "../algebra";
import { checkSize, describeManifold, gaussian, readArgument } from "./describeManifold";
import type { Geometry, Manifold } from "./manifold";

function euclideanGeometry<M>(algebra: Algebra<M>): Geometry<M> {
  return {
    algebra,
    proj: (_x, u) => u,
    egrad2rgrad: (_x, gradient) => gradient,
    ehess2rhess: (_x, _gradient, hessian) => hessian,
    polish: (x) => x,
    retraction: (x, u) => {
      const carry = (image: M, along: M, t: number) => algebra.combine(1, image, t, along);
      return { point: (t) => carry(x, u, t), carry };
    },
  };
}

/**
 * All d x l matrices, for the paper's ablation without the orthogonality constraint. R_X(U) = exp_X(U) = X + U.
 *
 * @example
 * const space = euclidean(3, 2); // all 3 × 2 matrices
 * space.dim; // → 6
 */
export function euclidean(d: number, l: number) {
  checkSize("euclidean", d, l, false);
  const shape = [d, l] as const;
  const shared = describeManifold("euclidean", shape, false, euclideanGeometry);
  return {
    ...shared,
    name: `R^{${d} x ${l}}`,
    shape,
    dim: d * l,
    typicalDistance: Math.sqrt(d * l),
    exp: shared.retr,
    log: (x, y) =>
      float64.combine(
        1,
        readArgument(y, "euclidean.log: Y", shape),
        -1,
        readArgument(x, "euclidean.log: X", shape),
      ),
    invretr: (x, y) =>
      float64.combine(
        1,
        readArgument(y, "euclidean.invretr: Y", shape),
        -1,
        readArgument(x, "euclidean.invretr: X", shape),
      ),
    dist: (x, y) =>
      frobeniusNorm(
        float64.combine(
          1,
          readArgument(y, "euclidean.dist: Y", shape),
          -1,
          readArgument(x, "euclidean.dist: X", shape),
        ),
      ),
    rand: (seed = 1) => gaussian(shape, seed),
    deviation: () => 0,
  } satisfies Manifold;
}
