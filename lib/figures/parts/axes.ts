import type { Axis, Scale } from "../render/spec";
import { extent } from "./rows";

/** Formats very small and very large numbers with an exponent: 1e-7, 0.25, 1,200. */
export const plainNumbers =
  "datum.value !== 0 && (abs(datum.value) < 0.001 || abs(datum.value) >= 100000) ? format(datum.value, '~e') : format(datum.value, ',~f')";

/** A logarithmic scale over whole decades, and its axis with at most five labels. */
export function decades(values: readonly number[]): { scale: Scale; axis: Axis } {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  const [least, greatest] = extent(positive);
  const from = Math.floor(Math.log10(least) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(greatest) - 1e-9));
  const step = Math.ceil((to - from) / 4);
  const exponents = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  const powers = exponents.map((exponent) => power(1, exponent));
  const domain = [power(1, from), power(1, to)];
  if (from >= -3 && to <= 4) {
    const ticks = to - from > 1 ? powers : [domain[0], power(2, from), power(5, from), domain[1]];
    return { scale: { type: "log", domain, nice: false }, axis: { values: ticks, labelExpr: plainNumbers } };
  }
  const labels = Object.fromEntries(powers.map((value, i) => [value, powerOfTen(exponents[i])]));
  return {
    scale: { type: "log", domain, nice: false },
    axis: { values: powers, labelExpr: `${JSON.stringify(labels)}[datum.value]`, labelOverlap: false },
  };
}

/** A multiple of a power of ten without rounding errors: 1e-7, not 1.0000000000000001e-7. */
const power = (factor: number, exponent: number) => Number(`${factor}e${exponent}`);

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function powerOfTen(exponent: number): string {
  if (exponent === 0 || exponent === 1) return exponent === 0 ? "1" : "10";
  return `10${String(exponent)
    .replace("-", "⁻")
    .replace(/[0-9]/g, (digit) => superscripts[Number(digit)])}`;
}
