/** How our number stands to the paper's. */
export type Verdict = "above" | "below" | "even";

/** A sign for each, so that nobody needs the colours to tell them apart. */
export const verdictSigns: Readonly<Record<Verdict, string>> = Object.freeze({
  above: "▲",
  below: "▼",
  even: "≈",
});

/** What can be seen in a table with one decimal. */
const visible = 0.05;

/** Above or below where it differs by more than our standard deviation; with a single seed, by as much as can be seen. In percent. */
export function verdictOf(mean: number, deviation: number | undefined, paper: number): Verdict {
  if (Math.abs(mean - paper) <= Math.max(deviation ?? 0, visible)) return "even";
  return mean > paper ? "above" : "below";
}
