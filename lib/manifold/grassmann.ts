import type { MatrixLike } from "../core/values";
import {
  float64,
  multiply,
  multiplyTranspose,
  solve,
  thinQr,
  thinSvd,
  transpose,
  transposeMultiply,
  type Algebra,
  type Matrix64,
} from "../algebra";
import { checkSize, describeManifold, gaussian, readArgument, readMultiple } from "./describeManifold";
import type { Geometry, Manifold } from "./manifold";
import { orthonormalityDefect, orthonormalize, polishColumns } from "./orthonormalize";
import { geodesicDistance } from "./principalAngles";

function grassmannGeometry<M>(algebra: Algebra<M>): Geometry<M> {
  const { multiply, transposeMultiply, combine } = algebra;
  const proj: Geometry<M>["proj"] = (x, u) => combine(1, u, -1, multiply(x, transposeMultiply(x, u)));
  return {
    algebra,
    proj,
    egrad2rgrad: proj,
    ehess2rhess: (x, gradient, hessian, u) =>
      combine(1, proj(x, hessian), -1, multiply(u, transposeMultiply(x, gradient))),
    retraction: algebra.polarRetraction,
    polish: (x) => polishColumns(algebra, x),
  };
}

/**
 * Gr(d, l), the l-dimensional subspaces of R^d. A matrix X [d, l] with XᵀX = I represents its column space, so X and XB with B in
 * O(l) are the same point. The paper's manifold for the metric L (§2).
 * - proj(U) = egrad2rgrad(U) = U − X(XᵀU), the horizontal part
 * - ehess2rhess = proj(H) − U(XᵀG)
 * - retr = polar factor of X + tU = (X + tU)(I + t²UᵀU)^{-1/2}. Unlike QR, it commutes with X → XB.
 * - exp = XV cos(tΣ)Vᵀ + W sin(tΣ)Vᵀ with U = WΣVᵀ; log is its inverse; dist = √Σθᵢ² over the principal angles
 * - transp = projection at the new point
 *
 * @example
 * const { rand, dim } = grassmann(5, 2);
 * dim; // → 6
 * const L = rand(1); // a random point, [5, 2]
 */
export function grassmann(d: number, l: number) {
  checkSize("grassmann", d, l, true);
  const shape = [d, l] as const;
  const read = (matrix: MatrixLike, name: string) => readArgument(matrix, `grassmann.${name}`, shape);
  return {
    ...describeManifold("grassmann", shape, true, grassmannGeometry),
    name: `Gr(${d}, ${l})`,
    shape,
    dim: l * (d - l),
    typicalDistance: Math.sqrt(l),
    exp: (x, u, t = 1) => exponential(read(x, "exp: X"), read(u, "exp: U"), readMultiple(t, "grassmann.exp")),
    log: (x, y) => logarithm(read(x, "log: X"), read(y, "log: Y")),
    /** Y(XᵀY)^{-1} − X */
    invretr: (x, y) => {
      const [from, to] = [read(x, "invretr: X"), read(y, "invretr: Y")];
      const inverted = transpose(solve(transposeMultiply(to, from), transpose(to)));
      return float64.combine(1, inverted, -1, from);
    },
    dist: (x, y) => geodesicDistance(read(x, "dist: X"), read(y, "dist: Y")),
    rand: (seed = 1) => thinQr(gaussian(shape, seed)).q,
    deviation: (x) => orthonormalityDefect(read(x, "deviation: X")),
  } satisfies Manifold;
}

function exponential(x: Matrix64, u: Matrix64, t: number): Matrix64 {
  const { u: w, s, v } = thinSvd(u);
  const along = scaleColumns(multiply(x, v), (i) => Math.cos(t * s[i]));
  const across = scaleColumns(w, (i) => Math.sin(t * s[i]));
  return orthonormalize(multiplyTranspose(float64.combine(1, along, 1, across), v));
}

/** First rotates Y to the representative nearest to X; sines and cosines of the angles then give the geodesic. */
function logarithm(x: Matrix64, y: Matrix64): Matrix64 {
  const { u, v } = thinSvd(transposeMultiply(y, x));
  const nearest = multiply(y, multiplyTranspose(u, v));
  const products = transposeMultiply(x, nearest);
  const across = thinSvd(float64.combine(1, nearest, -1, multiply(x, products)));
  const turned = multiply(products, across.v);
  const l = x.shape[1];
  const angle = (i: number) => {
    let cosine = 0;
    for (let k = 0; k < l; k++) cosine += across.v.data[k * l + i] * turned.data[k * l + i];
    return Math.atan2(across.s[i], cosine);
  };
  return multiplyTranspose(scaleColumns(across.u, angle), across.v);
}

function scaleColumns(a: Matrix64, factor: (column: number) => number): Matrix64 {
  const [m, n] = a.shape;
  const factors = Float64Array.from({ length: n }, (_, j) => factor(j));
  const data = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) data[i * n + j] = a.data[i * n + j] * factors[j];
  return { data, shape: [m, n] };
}
