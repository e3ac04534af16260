/** How our number compares with the paper's. */
export type Verdict = "above" | "below" | "even";

/** A sign for each, so that colors are not needed to distinguish them. */
export const verdictSigns: Readonly<Record<Verdict, string>> = Object.freeze({
  above: "▲",
  below: "▼",
  even: "≈",
});

/** The smallest visible difference in a table with one decimal. */
const visible = 0.05;

/** Above or below if the numbers differ by more than our standard deviation or, for a single seed, visibly. In percent. */
export function verdictOf(mean: number, deviation: number | undefined, paper: number): Verdict {
  if (Math.abs(mean - paper) <= Math.max(deviation ?? 0, visible)) return "even";
  return mean > paper ? "above" : "below";
}
