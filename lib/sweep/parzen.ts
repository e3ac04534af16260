import type { Random } from "../core/values";

/** A mixture of normal distributions, each cut off at the ends of an interval. */
export interface Parzen {
  density(x: number): number;
  /** The probability of [from, to]. */
  mass(from: number, to: number): number;
  sample(draw: Random): number;
}

/**
 * The Parzen estimator of Bergstra et al. 2011, §4.2: a normal distribution at each point, as wide as the larger of the distances to its
 * neighbors, and a prior at the middle that is as wide as the interval; all with the same weight. Widths are at least 1 / min(100, n + 1)
 * of the interval's, where n counts the points.
 */
export function parzen(points: readonly number[], [low, high]: readonly [number, number]): Parzen {
  const width = high - low;
  const least = width / Math.min(100, points.length + 1);
  const prior = (low + high) / 2;
  const sorted = [...points, prior].sort((a, b) => a - b);
  const components = [
    { center: prior, width },
    ...points.map((center) => {
      const at = sorted.indexOf(center);
      const distance = Math.max(center - (sorted[at - 1] ?? center), (sorted[at + 1] ?? center) - center);
      return { center, width: Math.min(width, Math.max(least, distance)) };
    }),
  ].map(({ center, width }) => {
    const below = (x: number) => normalBelow((x - center) / width);
    return { center, width, below, inside: below(high) - below(low) };
  });
  const mean = (value: (component: (typeof components)[number]) => number) =>
    components.reduce((sum, component) => sum + value(component) / component.inside, 0) / components.length;
  return {
    density: (x) =>
      mean(
        ({ center, width }) =>
          Math.exp(-0.5 * ((x - center) / width) ** 2) / (width * Math.sqrt(2 * Math.PI)),
      ),
    mass: (from, to) => mean(({ below }) => below(Math.min(high, to)) - below(Math.max(low, from))),
    sample(draw) {
      const { center, width } = components[draw.integer(components.length)];
      // At least a third of each normal distribution is inside.
      for (;;) {
        const x = center + width * draw.normal();
        if (x >= low && x <= high) return x;
      }
    },
  };
}

/** Φ(x), the standard normal distribution: ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …). */
export function normalBelow(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0;
  let [sum, term] = [0, x];
  for (let odd = 3; sum + term !== sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI);
}
