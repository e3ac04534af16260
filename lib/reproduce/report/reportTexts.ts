import path from "node:path";
import { duration, plural } from "../../core";
import type { FinishedCell } from "../cellRecord";
import { tables } from "../grid";
import { scales } from "../scales";
import { resultColumns } from "../../evaluate";
import type { Report, ReportValue } from "./reproductionReport";
import { verdictSigns, type Verdict } from "./verdict";

/** The texts of a report, which are the same in every format. */
export interface ReportTexts {
  title: string;
  /** What it is and how to read it. */
  introduction: string[];
  notes: string[];
  best: { dataset: string; column: string; here: string; paper: string; same: boolean }[];
  settings: [name: string, value: string][];
  missing: string[];
  command: string;
}

export function reportTexts(report: Report): ReportTexts {
  const { table, scale, finished, missing, datasets } = report;
  const verdicts = datasets.flatMap(({ rows }) =>
    rows.flatMap(({ method, values }) =>
      method === "Initial" ? [] : values.flatMap((value) => value?.verdict ?? []),
    ),
  );
  const times = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
  return {
    title: `${tables[table].title} – ${scale} scale`,
    introduction: [
      `Scale "${scale}": ${scales[scale].purpose}. All numbers are in percent, on test images: the mean ± standard deviation over the seeds, and the paper's number in parentheses.`,
      `${verdictSigns.above} and ${verdictSigns.below} mark numbers that are above or below the paper's by more than our standard deviation (for a single seed: by any visible amount); ${verdictSigns.even} marks the others. The best number of each column is bold. Not counting Initial, ${plural(times("above"), "number")} ${times("above") === 1 ? "is" : "are"} above the paper's, ${times("even")} even with it and ${times("below")} below. A higher number is not a closer reproduction: the data, the initial networks and the schedule differ from the paper's in part.`,
    ],
    notes: notes(report),
    best: bests(report),
    settings: settings(finished),
    missing: missing.map(
      ({ cell, error }) =>
        `${cell.dataset}, ${cell.method}, seed ${cell.seed}: ${error === undefined ? "not run yet" : `failed: ${firstLine(error)}`}`,
    ),
    command: command(report),
  };
}

/** "49.7 ± 1.3", or "49.7" with a single seed. */
export function measuredText({ mean, deviation }: ReportValue): string {
  return mean.toFixed(1) + (deviation === undefined ? "" : ` ± ${deviation.toFixed(1)}`);
}

/** The command that runs these cells. Options that would select the whole table are left out. */
function command({ table, scale, datasets, finished, missing }: Report): string {
  const cells = [...finished, ...missing.map(({ cell }) => cell)];
  const methods = tables[table].methods.filter((name) => cells.some(({ method }) => method === name));
  const engines = [...new Set(finished.map(({ engine }) => engine.name))];
  const files = [...new Set(cells.flatMap(({ file }) => file ?? []))];
  const folders = [
    ...new Set(cells.flatMap(({ features }) => (features ? path.dirname(features.file) : []))),
  ];
  const quoted = methods.join().includes(" ") ? `"${methods.join()}"` : methods.join();
  return [
    `ssdml reproduce ${table} --scale ${scale} --seeds ${Math.max(...cells.map(({ seed }) => seed))}`,
    ...(datasets.length < tables[table].datasets.length
      ? datasets.map(({ dataset }) => `--dataset ${dataset}`)
      : []),
    ...(methods.length > 0 && (files.length > 0 || methods.length < tables[table].methods.length)
      ? [`--methods ${quoted}`]
      : []),
    ...files.map((file) => `--method ${file}`),
    ...folders.map((folder) => `--features ${folder}`),
    ...(engines.length === 1 ? [`--engine ${engines[0]}`] : []),
  ].join(" ");
}

const firstLine = (text: string) => text.split("\n")[0];

function notes({ finished }: Report): string[] {
  const sources = new Set(finished.map(({ method }) => method));
  const initial = sources.has("AGML")
    ? "Initial is the untrained network with the L that AGML starts with, evaluated in each run of AGML."
    : "Initial is the untrained network with the initial metric of the methods, which is I for the competitors; AGML was not run.";
  const early = finished.filter(({ stopReason }) => stopReason !== "completed");
  const versions = new Set(finished.map(({ ssdml, commit }) => `${ssdml} ${commit}`)).size;
  const mixed = `The cells were computed by ${versions} different versions of ssdml (see Settings). To compute all of them with one version, choose another folder.`;
  return [
    ...(finished.length > 0 ? [initial] : []),
    ...(versions > 1 ? [mixed] : []),
    ...early.map(
      ({ dataset, method, seed, stopReason, epochs }) =>
        `${dataset}, ${method}, seed ${seed} stopped after epoch ${epochs}: ${stopReason}.`,
    ),
  ];
}

/** The best methods of each column of the paper, here and in the paper, among the rows that have numbers. */
function bests({ datasets }: Report): ReportTexts["best"] {
  return datasets.flatMap(({ dataset, rows }) =>
    resultColumns.flatMap(({ title }, i) => {
      const who = (is: (value: ReportValue) => boolean) =>
        rows
          .filter(({ values }) => values[i]?.paper !== undefined && is(values[i]))
          .map(({ method }) => method);
      const [here, paper] = [who(({ isBest }) => isBest), who(({ isBestInPaper }) => isBestInPaper)];
      if (here.length === 0 || paper.length === 0) return [];
      const same = here.some((method) => paper.includes(method));
      return [{ dataset, column: title, here: here.join(", "), paper: paper.join(", "), same }];
    }),
  );
}

function settings(finished: readonly FinishedCell[]): ReportTexts["settings"] {
  const each = (text: (cell: FinishedCell) => string) =>
    [...new Set(finished.map(text))].filter((part) => part !== "").join("; ");
  if (finished.length === 0) return [];
  const seconds = finished.reduce((sum, { elapsedMs }) => sum + elapsedMs / 1000, 0);
  const cpu = finished.reduce((sum, { cpuMs }) => sum + cpuMs / 1000, 0);
  const gigabytes = (Math.max(...finished.map(({ peakMemory }) => peakMemory)) / 1e9).toFixed(1);
  const amounts = (cell: FinishedCell) => {
    const {
      partitionSize,
      epochs,
      epochsPerPartition,
      pretrainingEpochs = 0,
      pretrainingMirror,
      preprocessing,
    } = cell.settings;
    const pretraining =
      pretrainingEpochs > 0
        ? `, after ${plural(pretrainingEpochs, "epoch")} of softmax pretraining${pretrainingMirror ? " with mirrored batches" : ""}`
        : "";
    return `${cell.dataset}: ${plural(cell.images.train, "training image")}, ${plural(cell.labeledPerClass, "label")} per class, partitions of ${plural(partitionSize, "unlabeled image")}, ${plural(epochs, "epoch")}, ${epochsPerPartition} per partition${pretraining}, ${plural(cell.images.test, "test image")}${preprocessing === "auto" ? "" : `, preprocessing "${preprocessing}"`}`;
  };
  const limits = each(({ dataset, method, options: { maxPairs } }) =>
    maxPairs === undefined ? "" : `${dataset}, ${method}: at most ${plural(maxPairs, "pair")} of each kind`,
  );
  return [
    ["schedule", each(amounts)],
    ...(limits === "" ? [] : [["pairs", limits] as [string, string]]),
    ["seeds", each(({ seed }) => String(seed))],
    ["engine", each(({ engine: { name, version, device } }) => `${name} ${version} on ${device}`)],
    ["threads", each(({ threads }) => (threads === null ? "chosen by the engine" : String(threads)))],
    [
      "versions",
      each(({ ssdml, commit, node, platform }) =>
        [`ssdml ${ssdml}`, ...(commit === null ? [] : [`commit ${commit}`]), `Node ${node}`, platform].join(
          ", ",
        ),
      ),
    ],
    [
      "cost",
      `${duration(seconds)} in total, ${duration(seconds / finished.length)} per cell (${duration(cpu / finished.length)} of processor time), up to ${gigabytes} GB of memory per process`,
    ],
  ];
}
