import type { Lanes, Operator } from "./walkOperator";

/** One norm per lane. */
export type LaneNorms = (values: Float64Array) => Float64Array;

/**
 * BiCGSTAB (van der Vorst 1992) on all lanes side by side: improves `x` in place; `residual` enters as b − Ax.
 * A lane that has reached the goal or breaks down is not changed any further.
 */
export function biconjugateGradients(
  apply: Operator,
  norms: LaneNorms,
  x: Float64Array,
  residual: Float64Array,
  lanes: Lanes,
  goal: number,
): void {
  const shadow = residual.slice();
  const p = new Float64Array(x.length);
  const v = new Float64Array(x.length);
  const t = new Float64Array(x.length);
  const [alpha, omega, rho, beta] = [1, 1, 1, 0].map((value) => new Float64Array(lanes).fill(value));
  const active = norms(residual).map((norm) => (norm > goal ? 1 : 0));

  for (let iteration = 0; iteration < 400 && active.includes(1); iteration++) {
    const newRho = dots(shadow, residual, lanes);
    for (let c = 0; c < lanes; c++) {
      beta[c] = active[c] ? finite(((newRho[c] / rho[c]) * alpha[c]) / omega[c]) : 0;
      rho[c] = newRho[c];
    }
    for (let at = 0; at < x.length;) {
      for (let c = 0; c < lanes; c++, at++) p[at] = residual[at] + beta[c] * (p[at] - omega[c] * v[at]);
    }
    apply(p, v);
    const shadowV = dots(shadow, v, lanes);
    for (let c = 0; c < lanes; c++) alpha[c] = active[c] ? finite(rho[c] / shadowV[c]) : 0;
    for (let at = 0; at < x.length;) {
      for (let c = 0; c < lanes; c++, at++) residual[at] -= alpha[c] * v[at];
    }
    apply(residual, t);
    const tr = dots(t, residual, lanes);
    const tt = dots(t, t, lanes);
    for (let c = 0; c < lanes; c++) omega[c] = active[c] ? finite(tr[c] / tt[c]) : 0;
    for (let at = 0; at < x.length;) {
      for (let c = 0; c < lanes; c++, at++) {
        x[at] += alpha[c] * p[at] + omega[c] * residual[at];
        residual[at] -= omega[c] * t[at];
      }
    }
    const norm = norms(residual);
    for (let c = 0; c < lanes; c++) if (norm[c] <= goal || alpha[c] === 0 || omega[c] === 0) active[c] = 0;
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : 0);

function dots(a: Float64Array, b: Float64Array, lanes: Lanes): Float64Array {
  const sums = new Float64Array(lanes);
  for (let at = 0; at < a.length;) for (let c = 0; c < lanes; c++, at++) sums[c] += a[at] * b[at];
  return sums;
}
