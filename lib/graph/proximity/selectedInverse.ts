import type { Elimination } from "./eliminate";

/** Entries (i, j) of A⁻¹ for points that are equal or touch each other in the graph. */
export type SelectedInverse = (i: number, j: number) => number;

/**
 * The entries of Z = A⁻¹ on the pattern of the factors, from the last eliminated point back to the first
 * (Takahashi's recurrence): with a, b running over the points that v touched,
 *   Z_vb = Σ_a N_va Z_ab / d_v,  Z_bv = Σ_a Z_ba N_av / d_v,  Z_vv = (1 + Σ_a N_va Z_av) / d_v.
 * `coreInverse` is Z on the core points, m x m.
 */
export function selectedInverse(
  elimination: Elimination,
  coreInverse: Float32Array | Float64Array,
): SelectedInverse {
  const { order, pivots, starts, others, out, into, corePoints } = elimination;
  const m = corePoints.length;
  const n = order.length + m;
  const place = new Int32Array(n);
  order.forEach((v, p) => (place[v] = p));
  corePoints.forEach((v, c) => (place[v] = order.length + c));

  const outward = new Float64Array(others.length);
  const inward = new Float64Array(others.length);
  const diagonal = new Float64Array(order.length);
  const slotOf = new Int32Array(n);
  const stamp = new Int32Array(n).fill(-1);
  const coreSlots = new Int32Array(n);

  for (let p = order.length - 1; p >= 0; p--) {
    const [from, to] = [starts[p], starts[p + 1]];
    let inCore = 0;
    for (let s = from; s < to; s++) {
      slotOf[others[s]] = s;
      stamp[others[s]] = p;
      if (place[others[s]] >= order.length) coreSlots[inCore++] = s;
    }
    for (let s = from; s < to; s++) {
      const q = place[others[s]];
      if (q >= order.length) continue;
      const [outS, intoS] = [out[s], into[s]];
      let outSum = outS * diagonal[q];
      let inSum = diagonal[q] * intoS;
      for (let t = starts[q]; t < starts[q + 1]; t++) {
        const b = others[t];
        if (stamp[b] !== p) continue;
        const u = slotOf[b];
        outward[u] += outS * outward[t];
        inward[u] += inward[t] * intoS;
        outSum += out[u] * inward[t];
        inSum += outward[t] * into[u];
      }
      outward[s] += outSum;
      inward[s] += inSum;
    }
    for (let c = 0; c < inCore; c++) {
      const s = coreSlots[c];
      const row = (place[others[s]] - order.length) * m - order.length;
      const outS = out[s];
      let inSum = 0;
      for (let e = 0; e < inCore; e++) {
        const u = coreSlots[e];
        const z = coreInverse[row + place[others[u]]];
        outward[u] += outS * z;
        inSum += z * into[u];
      }
      inward[s] += inSum;
    }
    let sum = 1;
    for (let s = from; s < to; s++) {
      outward[s] /= pivots[p];
      inward[s] /= pivots[p];
      sum += out[s] * inward[s];
    }
    diagonal[p] = sum / pivots[p];
  }

  return (i, j) => {
    const [p, q] = [place[i], place[j]];
    if (p >= order.length && q >= order.length) {
      return coreInverse[(p - order.length) * m + q - order.length];
    }
    if (p === q) return diagonal[p];
    const [first, other, values] = p < q ? [p, j, outward] : [q, i, inward];
    for (let s = starts[first]; s < starts[first + 1]; s++) if (others[s] === other) return values[s];
    return NaN;
  };
}
