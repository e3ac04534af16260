import type { MatrixLike } from "../core/values";
import {
  float64,
  frobeniusNorm,
  matrixExponential,
  multiply,
  thinQr,
  transposeMultiply,
  type Algebra,
  type Matrix64,
} from "../algebra";
import { checkSize, describeManifold, gaussian, readArgument, readMultiple } from "./describeManifold";
import type { Geometry, Manifold } from "./manifold";
import { orthonormalityDefect, polishColumns } from "./orthonormalize";
import { check } from "../core";

function stiefelGeometry<M>(algebra: Algebra<M>): Geometry<M> {
  const { multiply, transposeMultiply, combine, symmetricPart } = algebra;
  const proj: Geometry<M>["proj"] = (x, u) =>
    combine(1, u, -1, multiply(x, symmetricPart(transposeMultiply(x, u))));
  return {
    algebra,
    proj,
    egrad2rgrad: proj,
    ehess2rhess: (x, gradient, hessian, u) =>
      proj(x, combine(1, hessian, -1, multiply(u, symmetricPart(transposeMultiply(x, gradient))))),
    retraction: algebra.polarRetraction,
    polish: (x) => polishColumns(algebra, x),
  };
}

/**
 * St(d, l), the matrices X [d, l] with XᵀX = I, with the metric of R^{d x l}.
 * - proj(U) = egrad2rgrad(U) = U − X sym(XᵀU)
 * - ehess2rhess = proj(H − U sym(XᵀG))
 * - retr = polar factor of X + tU = (X + tU)(I + t²UᵀU)^{-1/2}, since XᵀU is skew
 * - exp = [X U] expm(t[A −S; I A]) [I; 0] expm(−tA) with A = XᵀU, S = UᵀU (Edelman, Arias & Smith 1998)
 * - transp = projection at the new point
 *
 * log and dist have no closed form and are omitted.
 *
 * @example
 * const manifold = stiefel(5, 2);
 * manifold.dim; // → 7
 * manifold.deviation(manifold.rand(1)) < 1e-9; // → true
 */
export function stiefel(d: number, l: number) {
  checkSize("stiefel", d, l, true);
  const shape = [d, l] as const;
  const read = (matrix: MatrixLike, name: string) => readArgument(matrix, `stiefel.${name}`, shape);
  return {
    ...describeManifold("stiefel", shape, true, stiefelGeometry),
    name: `St(${d}, ${l})`,
    shape,
    dim: d * l - (l * (l + 1)) / 2,
    typicalDistance: Math.sqrt(l),
    exp: (x, u, t = 1) => exponential(read(x, "exp: X"), read(u, "exp: U"), readMultiple(t, "stiefel.exp")),
    rand: (seed = 1) => thinQr(gaussian(shape, seed)).q,
    deviation: (x) => orthonormalityDefect(read(x, "deviation: X")),
  } satisfies Manifold;
}

function exponential(x: Matrix64, u: Matrix64, t: number): Matrix64 {
  const l = x.shape[1];
  const a = transposeMultiply(x, u);
  const s = transposeMultiply(u, u);
  const identity = float64.shift(0, a, 1);
  const generator = new Float64Array(4 * l * l);
  const place = (block: Matrix64, row: number, column: number, factor: number) => {
    for (let i = 0; i < l; i++)
      for (let j = 0; j < l; j++)
        generator[(row + i) * 2 * l + column + j] = factor * t * block.data[i * l + j];
  };
  place(a, 0, 0, 1);
  place(s, 0, l, -1);
  place(identity, l, 0, 1);
  place(a, l, l, 1);
  check(
    Number.isFinite(frobeniusNorm({ data: generator, shape: [2 * l, 2 * l] })),
    () =>
      `stiefel.exp: X and tU must be finite and not too large, got t = ${t} with ‖U‖ = ${frobeniusNorm(u)}.`,
  );
  const flow = matrixExponential({ data: generator, shape: [2 * l, 2 * l] });
  const block = (row: number): Matrix64 => {
    const data = new Float64Array(l * l);
    for (let i = 0; i < l; i++)
      for (let j = 0; j < l; j++) data[i * l + j] = flow.data[(row + i) * 2 * l + j]!;
    return { data, shape: [l, l] };
  };
  const moved = float64.combine(1, multiply(x, block(0)), 1, multiply(u, block(l)));
  return multiply(moved, matrixExponential(float64.combine(-t, a, 0, a)));
}
