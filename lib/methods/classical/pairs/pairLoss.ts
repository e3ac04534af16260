import { multiply, type Matrix64 } from "../../../algebra";
import type { Pairs } from "./pairs";

/** The cost of a pair at the squared distance δ²: φ_e(δ²) and its derivative. */
export interface PairPotential {
  readonly value: (distance: number, pair: number) => number;
  readonly slope: (distance: number, pair: number) => number;
}

/** φ_e(δ²) = w_e δ² */
export function linearPotential({ weights }: Pairs): PairPotential {
  return { value: (distance, e) => weights[e] * distance, slope: (_distance, e) => weights[e] };
}

/** δ²_M of every pair, vᵀMv with v = s_i z_i − s_j z_j. */
export function pairDistances(z: Matrix64, metric: Matrix64, pairs: Pairs): Float64Array {
  const distances = new Float64Array(pairs.count);
  eachPair(z, multiply(z, metric), pairs, (e, distance) => {
    distances[e] = distance;
  });
  return distances;
}

/**
 * Σ_e φ_e(δ²_M) over pairs and its derivative by z, [n, d], from ∂δ²_M/∂z_i = 2 s_i M v. A network learns from this loss
 * while M is fixed.
 */
export function pairLoss(
  z: Matrix64,
  metric: Matrix64,
  pairs: Pairs,
  potential: PairPotential,
): { loss: number; dz: Matrix64 } {
  const d = z.shape[1];
  const dz = new Float64Array(z.data.length);
  const { first, second, scales } = pairs;
  let loss = 0;
  eachPair(z, multiply(z, metric), pairs, (e, distance, mv) => {
    loss += potential.value(distance, e);
    const slope = 2 * potential.slope(distance, e);
    const s = slope * (scales ? scales[2 * e] : 1);
    const t = slope * (scales ? scales[2 * e + 1] : 1);
    for (let c = 0, a = first[e] * d, b = second[e] * d; c < d; c++) {
      dz[a + c] += s * mv[c];
      dz[b + c] -= t * mv[c];
    }
  });
  return { loss, dz: { data: dz, shape: z.shape } };
}

/** Visits every pair with δ² and Mv; `zm` is ZM. The array Mv is reused for the next pair. */
function eachPair(
  { data: z, shape: [, d] }: Matrix64,
  { data: zm }: Matrix64,
  { count, first, second, scales }: Pairs,
  visit: (e: number, distance: number, mv: Float64Array) => void,
): void {
  const mv = new Float64Array(d);
  for (let e = 0; e < count; e++) {
    const s = scales ? scales[2 * e] : 1;
    const t = scales ? scales[2 * e + 1] : 1;
    let distance = 0;
    for (let c = 0, a = first[e] * d, b = second[e] * d; c < d; c++) {
      mv[c] = s * zm[a + c] - t * zm[b + c];
      distance += mv[c] * (s * z[a + c] - t * z[b + c]);
    }
    visit(e, Math.max(0, distance), mv);
  }
}
