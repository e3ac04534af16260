import { inspect } from "node:util";

/** One point of a check's plot: draw `error` and `expected` against `t`, both axes logarithmic. */
export interface SlopeRow {
  t: number;
  error: number;
  /** A line with the expected slope through the fitted stretch. */
  expected: number;
}

/** The result of a slope check: an error of order tᵖ is a line of slope p in a log–log plot. */
export interface SlopeCheck {
  /** The fitted slope; Infinity if there is no error at all. */
  slope: number;
  /** The slope that theory predicts. */
  expectedSlope: number;
  passed: boolean;
  rows: SlopeRow[];
  /** One line, for a cell or a log. */
  toString(): string;
}

/** From 1e-8 to 1, five steps per decade. */
export const STEPS: readonly number[] = Array.from({ length: 41 }, (_, i) => 10 ** (-8 + i / 5));

/** The number of steps in two decades, which is a good stretch to fit. In float32 only one decade is visible. */
const TWO_DECADES = 11;
const ONE_DECADE = 6;

/** What rounding leaves visible: errors below `noise` are ignored, and the fitted stretch can be long or only short. */
export interface Visibility {
  noise: number;
  long: boolean;
}

/** A fitted slope may be this much below the expected one. */
const SLACK = 0.1;

/**
 * Fits the straightest stretch of log error against log t. A slope above the expected one passes as well: the error is even smaller
 * than expected.
 */
export function fitSlope(
  errors: readonly number[],
  expectedSlope: number,
  { noise, long }: Visibility,
): SlopeCheck {
  const points = STEPS.map((t, i) => ({ x: Math.log10(t), y: Math.log10(errors[i]), error: errors[i] }));
  const best = straightest(points, long ? TWO_DECADES : ONE_DECADE, noise);
  const slope =
    best?.slope ?? (errors.every((error) => error <= noise) ? Number.POSITIVE_INFINITY : Number.NaN);
  const center = best ? lineThrough(best, expectedSlope) : Number.NaN;
  const rows = points.map(({ x, error }, i) => ({
    t: STEPS[i],
    error,
    expected: 10 ** (center + expectedSlope * x),
  }));
  return printableCheck({ slope, expectedSlope, passed: slope >= expectedSlope - SLACK, rows });
}

interface Point {
  x: number;
  y: number;
  error: number;
}

interface Line {
  slope: number;
  intercept: number;
  residual: number;
}

/** The best-fitting line through `length` consecutive points, all of them above the noise. */
function straightest(points: readonly Point[], length: number, noise: number): Line | undefined {
  let best: Line | undefined;
  for (let start = 0; start + length <= points.length; start++) {
    const stretch = points.slice(start, start + length);
    if (stretch.some(({ error }) => !(error > noise))) continue;
    const fit = fitLine(stretch);
    if (!best || fit.residual < best.residual) best = fit;
  }
  return best;
}

/** The intercept of the expected line, which crosses the fitted one at t = 1e-3. */
function lineThrough(fit: Line, expectedSlope: number): number {
  return fit.intercept + (fit.slope - expectedSlope) * -3;
}

function fitLine(points: readonly Point[]): Line {
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const slope = covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const intercept = meanY - slope * meanX;
  const residual = points.reduce((sum, { x, y }) => sum + (y - intercept - slope * x) ** 2, 0);
  return { slope, intercept, residual };
}

function printableCheck(check: SlopeCheck): SlopeCheck {
  const text = `${check.passed ? "passed" : "FAILED"}: slope ${check.slope.toFixed(2)}, expected ${check.expectedSlope}`;
  const hidden = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(check, {
    toString: hidden(() => text),
    [inspect.custom]: hidden(() => text),
  });
}
