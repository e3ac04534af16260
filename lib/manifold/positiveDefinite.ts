import { check, UserError } from "../core";
import { describeValue } from "../core/options";
import { random, type MatrixLike } from "../core/values";
import {
  float64,
  frobeniusNorm,
  fromEigen,
  multiply,
  spectralMap,
  symmetricEigen,
  thinQr,
  transpose,
  type Algebra,
  type Matrix64,
} from "../algebra";
import { describeManifold, gaussian, MAX_ENTRIES, readArgument, readMultiple } from "./describeManifold";
import type { Geometry, Manifold } from "./manifold";

const { symmetricPart } = float64;

/** X^½ and X^{-½} */
interface Roots {
  root: Matrix64;
  inverse: Matrix64;
}

/** The roots of a point, which must be positive definite. `name` is for error texts. */
function rootsOf(x: Matrix64, name: string): Roots {
  const eigen = symmetricEigen(symmetricPart(x));
  const least = eigen.values[0];
  check(
    least > 0 && eigen.values.every(Number.isFinite),
    () => `${name} must be positive definite, got ${least.toPrecision(3)} as its smallest eigenvalue.`,
  );
  return { root: fromEigen(eigen, Math.sqrt), inverse: fromEigen(eigen, (value) => 1 / Math.sqrt(value)) };
}

/** ASA for symmetric A and S. */
const between = (a: Matrix64, s: Matrix64) => symmetricPart(multiply(a, multiply(s, a)));

/** t ↦ exp_X(tU) */
function geodesic({ root, inverse }: Roots, u: Matrix64): (t: number) => Matrix64 {
  const direction = symmetricEigen(between(inverse, u));
  return (t) =>
    between(
      root,
      fromEigen(direction, (value) => Math.exp(t * value)),
    );
}

/** log(X^{-½} Y X^{-½}), whose norm is the distance of X and Y. */
function whitenedLogarithm({ inverse }: Roots, y: Matrix64, name: string): Matrix64 {
  const eigen = symmetricEigen(between(inverse, y));
  check(
    eigen.values[0] > 0,
    () => `${name} must be positive definite, got an eigenvalue that is not positive.`,
  );
  return fromEigen(eigen, Math.log);
}

function float64Geometry(): Required<Geometry<Matrix64>> {
  const known = new WeakMap<Matrix64, Roots>();
  const roots = (x: Matrix64) => {
    const found = known.get(x) ?? rootsOf(x, "positiveDefinite: X");
    known.set(x, found);
    return found;
  };
  return {
    algebra: float64,
    proj: (_x, u) => symmetricPart(u),
    egrad2rgrad: (x, gradient) => between(x, symmetricPart(gradient)),
    ehess2rhess: (x, gradient, hessian, u) =>
      float64.combine(
        1,
        between(x, symmetricPart(hessian)),
        1,
        symmetricPart(multiply(u, multiply(symmetricPart(gradient), x))),
      ),
    gram: (x, vectors) => float64.gram(vectors.map((u) => between(roots(x).inverse, u))),
    transport(x, y, u) {
      const { root, inverse } = roots(x);
      const middle = spectralMap(between(inverse, y), Math.sqrt);
      const carrier = multiply(root, multiply(middle, inverse));
      return symmetricPart(multiply(carrier, multiply(u, transpose(carrier))));
    },
    retraction: (x, u) => ({ point: geodesic(roots(x), u) }),
    polish: symmetricPart,
  };
}

/** Solvers take this manifold in float64 alone: its functions are eigendecompositions, which engines do not have. */
function positiveDefiniteGeometry<M>(algebra: Algebra<M>): Geometry<M> {
  if (algebra.precision !== "float64")
    throw new UserError(
      'positiveDefinite: works in float64, got a float32 problem. Use precision: "float64".',
    );
  return float64Geometry() as unknown as Geometry<M>;
}

/**
 * The symmetric positive definite matrices X [d, d], such as Mahalanobis metrics M = LLᵀ, with the affine-invariant metric
 * ⟨U, V⟩ = tr(X⁻¹UX⁻¹V). Distances do not change under X → AXAᵀ, and the matrices with an eigenvalue of 0 are infinitely far away.
 * - proj(U) = sym(U)
 * - egrad2rgrad(G) = X sym(G) X
 * - ehess2rhess = X sym(H) X + sym(U sym(G) X)
 * - retr = exp = X^½ exp(tX^{-½}UX^{-½}) X^½; log is its inverse; dist = ‖log(X^{-½}YX^{-½})‖
 * - transp = parallel transport EUEᵀ with E = (YX⁻¹)^½
 *
 * Float64 only.
 *
 * @example
 * const cone = positiveDefinite(3);
 * cone.dim; // → 6
 */
export function positiveDefinite(d: number) {
  check(
    Number.isInteger(d) && d >= 1,
    () => `positiveDefinite: d must be a whole number of at least 1, got ${describeValue(d)}.`,
  );
  check(
    d * d <= MAX_ENTRIES,
    () => `positiveDefinite: d must be at most ${Math.sqrt(MAX_ENTRIES)} to fit into memory, got ${d}.`,
  );
  const shape = [d, d] as const;
  const read = (matrix: MatrixLike, name: string) => readArgument(matrix, `positiveDefinite.${name}`, shape);
  const readRoots = (x: MatrixLike, name: string) => rootsOf(read(x, name), `positiveDefinite.${name}`);
  const moved = (name: string) => (x: MatrixLike, u: MatrixLike, t?: number) => {
    const multiple = readMultiple(t ?? 1, `positiveDefinite.${name}`);
    return geodesic(readRoots(x, `${name}: X`), read(u, `${name}: U`))(multiple);
  };
  const inverted = (name: string) => (x: MatrixLike, y: MatrixLike) => {
    const roots = readRoots(x, `${name}: X`);
    return between(
      roots.root,
      whitenedLogarithm(roots, read(y, `${name}: Y`), `positiveDefinite.${name}: Y`),
    );
  };
  return {
    ...describeManifold("positiveDefinite", shape, false, positiveDefiniteGeometry),
    name: `SPD(${d})`,
    shape,
    dim: (d * (d + 1)) / 2,
    typicalDistance: Math.sqrt((d * (d + 1)) / 2),
    retr: moved("retr"),
    exp: moved("exp"),
    log: inverted("log"),
    invretr: inverted("invretr"),
    dist: (x, y) =>
      frobeniusNorm(
        whitenedLogarithm(readRoots(x, "dist: X"), read(y, "dist: Y"), "positiveDefinite.dist: Y"),
      ),
    /** Eigenvalues in [1, 2), random eigenvectors. */
    rand(seed = 1) {
      const { q } = thinQr(gaussian(shape, seed));
      const stream = random(seed);
      const values = Float64Array.from({ length: d }, () => 1 + stream.uniform());
      return fromEigen({ values, vectors: q }, (value) => value);
    },
    /** ‖X − Xᵀ‖, and how far the smallest eigenvalue is below 0. */
    deviation(x) {
      const matrix = read(x, "deviation: X");
      const asymmetry = frobeniusNorm(float64.combine(1, matrix, -1, transpose(matrix)));
      return asymmetry + Math.max(0, -symmetricEigen(symmetricPart(matrix)).values[0]);
    },
  } satisfies Manifold;
}
