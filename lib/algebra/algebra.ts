import type * as tf from "@tensorflow/tfjs-core";
import type { Matrix, MatrixLike } from "../core/values";

/** A float64 matrix in plain TypeScript. */
export type Matrix64 = Matrix<Float64Array>;

/** Numbers that may still be on the engine; `algebra.read` fetches them. */
export type Numbers = number | Promise<number> | Float64Array | tf.Tensor;

/** A value or a promise of one. Engines that can be read synchronously give the value. */
export type Awaitable<T> = T | Promise<T>;

/** The curve t ↦ R_X(tU). */
export interface Retraction<M> {
  readonly point: (t: number) => M;
  /** The image of `point(t)` from the images of X and U, if that is cheaper than computing it. Images are linear: AX, AU. */
  readonly carry?: (image: M, along: M, t: number) => M;
}

/**
 * The matrix operations that manifolds, solvers and losses are written in. There are two implementations, `float64` (plain
 * TypeScript) and `float32` (tensors on the TensorFlow.js engine), so each algorithm is written once.
 */
export interface Algebra<M> {
  readonly precision: "float64" | "float32";
  /** The rounding unit. */
  readonly epsilon: number;
  /** A copy of `matrix`, which the caller owns. `name` is for error texts. */
  readonly from: (matrix: MatrixLike, name: string) => M;
  readonly shape: (a: M) => readonly [rows: number, columns: number];
  /** AB */
  readonly multiply: (a: M, b: M) => M;
  /** AᵀB */
  readonly transposeMultiply: (a: M, b: M) => M;
  /** αA + βB */
  readonly combine: (alpha: number, a: M, beta: number, b: M) => M;
  /** (A + Aᵀ)/2 */
  readonly symmetricPart: (a: M) => M;
  /** αA + βI for a square A. */
  readonly shift: (alpha: number, a: M, beta: number) => M;
  /** Rows of A on top of rows of B. */
  readonly stack: (a: M, b: M) => M;
  /** diag(w)A */
  readonly scaleRows: (a: M, weights: Float64Array) => M;
  /** The inner products ⟨aᵢ, bᵢ⟩ of the rows of A and B. */
  readonly rowProducts: (a: M, b: M) => Numbers;
  /** All inner products ⟨Aᵢ, Aⱼ⟩ (Frobenius), row by row. */
  readonly gram: (matrices: readonly M[]) => Numbers;
  /** t ↦ the polar factor of X + tU, for XᵀX = I and U tangent at X with ‖U‖ = `norm`. */
  readonly polarRetraction: (x: M, u: M, norm: number) => Retraction<M>;
  /** Fetches numbers from the engine and frees them there. */
  readonly read: (numbers: Numbers) => Awaitable<ArrayLike<number>>;
  /** Runs `f` and frees every intermediate value that it does not return. */
  readonly scope: <T>(f: () => T) => T;
  /** Frees values, except those in `except`. */
  readonly dispose: (values: readonly (M | undefined)[], except?: readonly (M | undefined)[]) => void;
}

/** f(value), synchronously if the value is not a promise. */
export function after<T, R>(value: Awaitable<T>, f: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(f) : f(value);
}
