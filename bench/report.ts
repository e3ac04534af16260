import type { Bar, BenchCase, Timing } from "./case";
import type { Growth } from "./growth";
import { scaleExponents, type Scaled } from "./scale";

/** One row of the table that `npm run bench` prints. */
export interface ReportRow {
  case: string;
  subject: string;
  ms: string;
  /** Our time divided by the peer's. */
  ratio: string;
  bar: string;
}

/** The timings of a case as rows: each engine with its ratio to the first peer, and whether it meets its limits. */
export function reportRows(bench: BenchCase, timings: Timing[]): ReportRow[] {
  const timeOf = (subject: string) => timings.find((timing) => timing.subject === subject)?.medianMs;
  const peer = bench.peers.find((name) => timeOf(name) !== undefined);
  return timings.map(({ subject, medianMs }) => ({
    case: bench.title,
    subject,
    ms: medianMs.toPrecision(3),
    ratio: peer !== undefined && subject !== peer ? `${(medianMs / timeOf(peer)!).toFixed(2)}x ${peer}` : "",
    bar: (bench.bars ?? [])
      .filter((bar) => bar.subject === subject)
      .map((bar) => verdict(bar, medianMs, timeOf))
      .join("; "),
  }));
}

function verdict(bar: Bar, ms: number, timeOf: (subject: string) => number | undefined): string {
  const reference = typeof bar.reference === "number" ? bar.reference : timeOf(bar.reference);
  const promise =
    typeof bar.reference === "number" ? `≤ ${bar.reference} ms` : `≤ ${bar.factor}x ${bar.reference}`;
  if (reference === undefined) return `${promise}: not measured`;
  const factor = (ms / reference).toFixed(2);
  const met = ms <= bar.factor * reference ? "met" : "MISSED";
  return typeof bar.reference === "number" ? `${promise}: ${met}` : `${promise}: ${met} (${factor}x)`;
}

/** Rows of text as a Markdown table with the given columns. */
export function markdownTable<Key extends string>(
  columns: readonly Key[],
  rows: Record<Key, string>[],
): string {
  const widths = columns.map((key) => Math.max(key.length, ...rows.map((row) => row[key].length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [
    line([...columns]),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map((row) => line(columns.map((key) => row[key]))),
  ].join("\n");
}

/** The growth of each step as a row, with a column for each n and the fitted exponent. */
export function growthTable(growths: Growth[]): string {
  const sizes = growths[0].ms.map(({ n }) => `n = ${n}`);
  const rows = growths.map(({ step, theory, ms, exponent }) => ({
    step,
    ...Object.fromEntries(ms.map(({ n, ms }) => [`n = ${n}`, `${ms.toPrecision(3)} ms`])),
    theory,
    exponent: exponent.toFixed(2),
  }));
  return markdownTable(["step", ...sizes, "theory", "exponent"], rows as Record<string, string>[]);
}

/** Every step as a row: for each n seconds, processor time and memory; and the exponent of its processor time. */
export function scaleTable(measured: readonly Scaled[]): string {
  const exponents = scaleExponents(measured);
  const sizes = [...new Set(measured.map(({ n }) => n))];
  const rows = [...new Set(measured.map(({ step }) => step))].map((step) => ({
    step,
    ...Object.fromEntries(sizes.map((n) => [`n = ${n}`, scaleCell(measured, step, n)])),
    exponent: exponents.find((fitted) => fitted.step === step)?.exponent.toFixed(2) ?? "",
  }));
  const columns = ["step", ...sizes.map((n) => `n = ${n}`), "exponent"];
  return markdownTable(columns, rows as Record<string, string>[]);
}

function scaleCell(measured: readonly Scaled[], step: string, n: number): string {
  const found = measured.find((row) => row.step === step && row.n === n);
  if (!found) return "";
  const { seconds, processorSeconds, gigabytes } = found;
  return `${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor time), ${gigabytes.toFixed(1)} GB`;
}
