import type { Matrix64 } from "./algebra";
import { frobeniusNorm } from "./innerProduct";
import { symmetricProduct } from "./multiply";

/** Up to this t²·bound a polynomial is cheaper than an eigendecomposition. */
const LARGEST = 2;

/**
 * t ↦ (I + t²S)^{-1/2} for a symmetric S ⪰ 0 by Chebyshev interpolation on [0, ‖S‖], to float64 rounding; undefined where t is too large for it.
 * The polynomial in Y = 2S/‖S‖ − I is evaluated in blocks (Paterson & Stockmeyer 1973): about 2√n matrix products for degree n.
 */
export function inverseRootPolynomial(s: Matrix64): (t: number) => Matrix64 | undefined {
  const bound = frobeniusNorm(s);
  const powers: Matrix64[] = [];
  /** Y^k for k ≥ 1. */
  const power = (k: number): Matrix64 => {
    for (let i = powers.length; i < k; i++)
      powers.push(i === 0 ? centered(s, bound) : symmetricProduct(powers[i - 1], powers[0]));
    return powers[k - 1];
  };
  return (t) => {
    const x = t * t * bound;
    if (!(x <= LARGEST)) return undefined;
    const coefficients = monomials((y) => 1 / Math.sqrt(1 + (x * (1 + y)) / 2), degreeFor(x));
    const size = Math.ceil(Math.sqrt(coefficients.length));
    let result: Matrix64 | undefined;
    for (let start = size * Math.floor((coefficients.length - 1) / size); start >= 0; start -= size) {
      const block = coefficients.slice(start, start + size);
      const product = result && symmetricProduct(result, power(size));
      result = addBlock(product, block, power, s.shape[0]);
    }
    return result;
  };
}

/** The interpolation error falls as ρ^{-n}, where ρ belongs to the singularity at λ = −1/t². */
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

/** 2S/bound − I */
function centered(s: Matrix64, bound: number): Matrix64 {
  const n = s.shape[0];
  const scale = bound > 0 ? 2 / bound : 0;
  const data = s.data.map((value) => scale * value);
  for (let i = 0; i < n; i++) data[i * n + i] -= 1;
  return { data, shape: [n, n] };
}

/** product + Σ_k c_k Y^k, with the constant term on the diagonal. */
function addBlock(
  product: Matrix64 | undefined,
  [constant, ...others]: readonly number[],
  power: (k: number) => Matrix64,
  n: number,
): Matrix64 {
  const data = product ? product.data : new Float64Array(n * n);
  others.forEach((coefficient, k) => {
    const y = power(k + 1).data;
    for (let i = 0; i < data.length; i++) data[i] += coefficient * y[i];
  });
  for (let i = 0; i < n; i++) data[i * n + i] += constant;
  return { data, shape: [n, n] };
}
