import type { Parameters, Trial } from "../sweep";
import { optionName } from "./schemaOptions";

const shown = 5;

const valueText = (value: number | string | boolean): string =>
  typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value);

/** k 5, gamma 0.99 */
export const parameterText = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(", ");

/** The best trials, the best first. */
export function bestTrials(trials: readonly Trial[]): Trial[] {
  return trials.filter(({ value }) => value !== null).sort((a, b) => b.value! - a.value!);
}

/** A table of the best trials: number, score in percent, epoch and parameters. */
export function sweepTable(trials: readonly Trial[], words: string): string {
  const best = bestTrials(trials).slice(0, shown);
  const names = Object.keys(best[0].parameters);
  const rows = [
    ["trial", words, "epoch", ...names],
    ...best.map(({ trial, value, bestEpoch, parameters }) => [
      String(trial),
      (100 * value!).toFixed(1),
      String(bestEpoch),
      ...names.map((name) => valueText(parameters[name])),
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, i) => cell.padStart(widths[i])).join("  ")).join("\n");
}

/** Options of `ssdml sweep` that `ssdml train` does not have, or that name another folder. */
const own = ["trials", "search", "prune", "export", "out"];

/** The command that trains with the best parameters. */
export function trainCommand(trials: readonly Trial[], values: Readonly<Record<string, unknown>>): string {
  const typed = Object.entries(values).filter(([name]) => !own.includes(name));
  const found = Object.entries(bestTrials(trials)[0].parameters).map(([name, value]): [string, unknown] => [
    optionName(name),
    typeof value === "boolean" ? (value ? "yes" : "no") : value,
  ]);
  const words = [...typed, ...found].map(([name, value]) => `--${name} ${shellWord(String(value))}`);
  return `ssdml train ${words.join(" ")}`;
}

const shellWord = (word: string): string =>
  /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
