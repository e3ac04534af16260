import type { Matrix64 } from "./algebra";
import { symmetricProduct, transposeMultiply } from "./multiply";
import { symmetricEigen } from "./symmetricEigen";

/** G^{-1/2} for G whose eigenvalues are at least about 1. */
export function inverseRoot(g: Matrix64): Matrix64 {
  return inverseRootPolynomial(g) ?? inverseRootByEigenvectors(g);
}

/** Σᵢ λᵢ^{-1/2} vᵢvᵢᵀ, as WᵀW with rows wᵢ = λᵢ^{-1/4} vᵢ. */
function inverseRootByEigenvectors(g: Matrix64): Matrix64 {
  const { values, vectors } = symmetricEigen(g);
  const n = values.length;
  const scaled = vectors.data.slice();
  for (let i = 0; i < n; i++) {
    const factor = values[i] ** -0.25;
    for (let j = 0; j < n; j++) scaled[i * n + j] *= factor;
  }
  const rows: Matrix64 = { data: scaled, shape: [n, n] };
  return transposeMultiply(rows, rows);
}

/** Up to this ‖G − I‖, a polynomial is cheaper than an eigendecomposition. */
const LARGEST = 4;

/**
 * G^{-1/2} for a symmetric G ⪰ I by Chebyshev interpolation of λ^{-1/2} on [1, 1 + x], x = ‖G − I‖, to float64 rounding; undefined if
 * x is too large. The polynomial in Y = 2(G − I)/x − I is evaluated in blocks (Paterson & Stockmeyer 1973): about 2√n products for degree n.
 */
export function inverseRootPolynomial(g: Matrix64): Matrix64 | undefined {
  const x = distanceToIdentity(g);
  if (!(x <= LARGEST)) return undefined;
  const coefficients = monomials((y) => 1 / Math.sqrt(1 + (x * (1 + y)) / 2), degreeFor(x));
  const size = Math.ceil(Math.sqrt(coefficients.length));
  const powers = [centered(g, x)];
  const needed = Math.min(size, coefficients.length - 1);
  while (powers.length < needed) powers.push(symmetricProduct(powers.at(-1)!, powers[0]));
  let result: Matrix64 | undefined;
  for (let start = size * Math.floor((coefficients.length - 1) / size); start >= 0; start -= size) {
    const product = result
      ? symmetricProduct(result, powers[size - 1]).data
      : new Float64Array(g.data.length);
    result = { data: addBlock(product, coefficients.slice(start, start + size), powers), shape: g.shape };
  }
  return result;
}

function distanceToIdentity({ data, shape: [n] }: Matrix64): number {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += (data[i * n + j] - (i === j ? 1 : 0)) ** 2;
  return Math.sqrt(sum);
}

/** The interpolation error falls as ρ^{-n}, where ρ is set by the singularity at λ = 0. */
function degreeFor(x: number): number {
  if (x === 0) return 0;
  const z = 1 + 2 / x;
  return Math.ceil(-Math.log(Number.EPSILON) / Math.log(z + Math.sqrt(z * z - 1)));
}

/** Coefficients of 1, y, y², … of the polynomial that interpolates f at the n + 1 Chebyshev points of [−1, 1]. */
export function monomials(f: (y: number) => number, degree: number): number[] {
  const points = degree + 1;
  const values = Array.from({ length: points }, (_, j) => f(Math.cos((Math.PI * (j + 0.5)) / points)));
  const sum = new Array<number>(points).fill(0);
  let [previous, current] = [[1], [0, 1]];
  for (let k = 0; k <= degree; k++) {
    const weight = values.reduce(
      (total, value, j) => total + value * Math.cos((Math.PI * k * (j + 0.5)) / points),
      0,
    );
    previous.forEach((entry, i) => (sum[i] += ((k === 0 ? 1 : 2) / points) * weight * entry));
    // T_{k+1} = 2yT_k − T_{k−1}
    [previous, current] = [current, [0, ...current].map((entry, i) => 2 * entry - (previous[i] ?? 0))];
  }
  return sum;
}

/** 2(G − I)/x − I */
function centered(g: Matrix64, x: number): Matrix64 {
  const n = g.shape[0];
  const scale = x > 0 ? 2 / x : 0;
  const data = new Float64Array(n * n);
  for (let i = 0; i < data.length; i++) data[i] = scale * g.data[i];
  for (let i = 0; i < n; i++) data[i * (n + 1)] -= scale + 1;
  return { data, shape: g.shape };
}

/** product + Σ_k c_k Y^k, in place. */
function addBlock(
  product: Float64Array,
  [constant, ...others]: readonly number[],
  powers: readonly Matrix64[],
): Float64Array {
  const n = powers[0].shape[0];
  others.forEach((coefficient, k) => {
    addScaled(product, coefficient, powers[k].data);
  });
  for (let i = 0; i < n; i++) product[i * (n + 1)] += constant;
  return product;
}

function addScaled(sum: Float64Array, factor: number, values: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += factor * values[i];
}
