import { plural } from "../core";
import { publishedRow, resultColumns, type PublishedRow, type ResultRow } from "../evaluate";
import type { ExperimentResult } from "../reproduce";
import { choices, trainingDefaults } from "../train";

/** The final table in percent: the row of each method, followed by the paper's row if there is one. */
export function resultTable(result: ExperimentResult): string {
  const { dataset, method, seed, rows } = result;
  const paper = (name: string) => {
    const row = publishedRow(dataset, name);
    return row ? [{ name: "  in the paper", cells: reported(row) }] : [];
  };
  const lines = [
    { name: `${dataset}, test`, cells: resultColumns.map(({ title }) => title as string) },
    { name: "Initial", cells: measured(rows, "Initial") },
    ...paper("Initial"),
    { name: method, cells: measured(rows, method) },
    ...paper(method),
  ];
  const width = Math.max(...lines.map(({ name }) => name.length));
  const widths = resultColumns.map(({ title }) => Math.max(7, title.length + 2));
  const table = lines.map(({ name, cells }) =>
    [name.padEnd(width), ...cells.map((cell, i) => cell.padStart(widths[i]))].join(""),
  );
  return [...table, `seed ${seed}; ${chosenEpoch(result)}`, ...harm(result)].join("\n");
}

/** A sentence where the test images, which chose nothing, say that the untrained network was better. */
function harm({ method, rows, settings }: ExperimentResult): string[] {
  const { words, score } = choices[settings.chooseBy ?? trainingDefaults.chooseBy];
  const scoreOf = (name: string) => {
    const valueOf = (metric: ResultRow["metric"], k: number | null) => valueIn(rows, name, metric, k) ?? NaN;
    return score({
      nmi: valueOf("nmi", null),
      recall: { 1: valueOf("recall", 1) },
      mapAtR: valueOf("mapAtR", null),
    });
  };
  return scoreOf(method) < scoreOf("Initial")
    ? [`On the test images ${method} is worse than the untrained network (Initial), by ${words}.`]
    : [];
}

/** Which epoch's model was judged. Results of earlier versions do not say by what it was chosen. */
function chosenEpoch({ validation, settings, epochs, bestEpoch }: ExperimentResult): string {
  const place = `epoch ${bestEpoch} of ${epochs}`;
  if (validation === 0 || epochs === 0) return place;
  const { words } = choices[settings.chooseBy ?? trainingDefaults.chooseBy];
  return bestEpoch === 0
    ? `after ${plural(epochs, "epoch")} none was better than the start on the validation images, by ${words}`
    : `${place}, the best on the validation images by ${words}`;
}

function measured(rows: ResultRow[], method: string): string[] {
  return resultColumns.map(({ metric, k }) => {
    const value = valueIn(rows, method, metric, k);
    return value === undefined ? "" : (100 * value).toFixed(1);
  });
}

function valueIn(rows: ResultRow[], method: string, metric: ResultRow["metric"], k: number | null) {
  return rows.find((row) => row.method === method && row.metric === metric && row.k === k)?.value;
}

function reported({ nmi, recall }: PublishedRow): string[] {
  return [nmi, recall[1], recall[2], recall[4], recall[8]].map((value) => value?.toFixed(1) ?? "");
}
