import type { MatrixLike } from "../core/values";
import type { Algebra, Matrix64, Numbers, Retraction } from "../algebra";

/**
 * What a solver needs to know about a manifold of d x l matrices, in one precision. Unless the manifold gives its own, the metric is
 * ⟨U, V⟩ = tr(UᵀV) and vectors are transported by projection at their new point, T(U) = proj(y, U).
 */
export interface Geometry<M> {
  readonly algebra: Algebra<M>;
  /** The tangent part of any matrix U at the point X. */
  readonly proj: (x: M, u: M) => M;
  /** The Riemannian gradient from the Euclidean gradient G. */
  readonly egrad2rgrad: (x: M, gradient: M) => M;
  /** The Riemannian Hessian along U from the Euclidean gradient G and Hessian H[U]. */
  readonly ehess2rhess: (x: M, gradient: M, hessian: M, u: M) => M;
  /** All inner products ⟨Uᵢ, Uⱼ⟩ of tangent vectors at X, row by row. Default: tr(UᵢᵀUⱼ). */
  readonly gram?: (x: M, vectors: readonly M[]) => Numbers;
  /** Takes the tangent vector U from X to Y. Default: proj(y, U). */
  readonly transport?: (x: M, y: M, u: M) => M;
  /** The retraction t ↦ R_X(tU) along a tangent U with ‖U‖ = `norm`. */
  readonly retraction: (x: M, u: M, norm: number) => Retraction<M>;
  /** Puts a point that rounding has moved slightly off the manifold back onto it. */
  readonly polish: (x: M) => M;
}

/** All inner products of tangent vectors at X, in the manifold's metric, row by row. */
export function gramAt<M>({ algebra, gram }: Geometry<M>, x: M, vectors: readonly M[]): Numbers {
  return gram ? gram(x, vectors) : algebra.gram(vectors);
}

/** T(U), the tangent vector U taken from X to Y. */
export function transported<M>({ proj, transport }: Geometry<M>, x: M, y: M, u: M): M {
  return transport ? transport(x, y, u) : proj(y, u);
}

/**
 * A manifold of d x l matrices: a record of functions with the usual mathematical names. They take any `MatrixLike` and return
 * float64 `{ data, shape }`. Solvers use `geometry` in the precision of their problem.
 */
export interface Manifold {
  readonly name: string;
  /** [d, l] */
  readonly shape: readonly [d: number, l: number];
  /** Whether points have orthonormal columns, XᵀX = I. */
  readonly orthonormal: boolean;
  /** The dimension of the manifold. */
  readonly dim: number;
  /** The typical scale of distances, for trust-region radii. */
  readonly typicalDistance: number;
  /** ⟨U, V⟩ at X. */
  readonly inner: (x: MatrixLike, u: MatrixLike, v: MatrixLike) => number;
  /** ‖U‖ = √⟨U, U⟩ */
  readonly norm: (x: MatrixLike, u: MatrixLike) => number;
  /** Orthogonal projection of U onto the tangent space at X. */
  readonly proj: (x: MatrixLike, u: MatrixLike) => Matrix64;
  /** Riemannian gradient from the Euclidean gradient. */
  readonly egrad2rgrad: (x: MatrixLike, gradient: MatrixLike) => Matrix64;
  /** Riemannian Hessian along U from the Euclidean gradient and the Euclidean Hessian along U. */
  readonly ehess2rhess: (x: MatrixLike, gradient: MatrixLike, hessian: MatrixLike, u: MatrixLike) => Matrix64;
  /** Retraction R_X(tU), t = 1 by default. */
  readonly retr: (x: MatrixLike, u: MatrixLike, t?: number) => Matrix64;
  /** Geodesic exp_X(tU), t = 1 by default. */
  readonly exp: (x: MatrixLike, u: MatrixLike, t?: number) => Matrix64;
  /** Transports U from X to Y. */
  readonly transp: (x: MatrixLike, y: MatrixLike, u: MatrixLike) => Matrix64;
  /** A random point; the same seed gives the same point. */
  readonly rand: (seed?: number) => Matrix64;
  /** A random tangent vector of unit norm at X. */
  readonly randvec: (x: MatrixLike, seed?: number) => Matrix64;
  /** The zero tangent vector. */
  readonly zerovec: () => Matrix64;
  /** How far X is from satisfying the manifold's equations, such as ‖XᵀX − I‖; 0 if there are none. */
  readonly deviation: (x: MatrixLike) => number;
  /** The geodesic distance, if it has a closed form. */
  readonly dist?: (x: MatrixLike, y: MatrixLike) => number;
  /** The inverse of exp at X, if it has a closed form. */
  readonly log?: (x: MatrixLike, y: MatrixLike) => Matrix64;
  /** The inverse of retr at X, if it has a closed form. */
  readonly invretr?: (x: MatrixLike, y: MatrixLike) => Matrix64;
  /** The same manifold in the given precision, as solvers use it. */
  readonly geometry: <M>(algebra: Algebra<M>) => Geometry<M>;
}
