import { plural } from "../../core";
import { published } from "../../evaluate";
import { deepMethods, type DeepMethodName } from "../../methods";
import type { ExperimentResult } from "../experiment";
import { ABLATION, paperSettings } from "../paperSettings";

/** A run of `ssdml train` and the file of its results. */
export interface SavedRun {
  file: string;
  result: ExperimentResult;
}

export interface PaperRuns {
  used: SavedRun[];
  skipped: (SavedRun & { reason: string })[];
}

/**
 * The runs that may stand next to the paper's numbers: its data sets, methods and numbers of labels, and its settings apart from the schedule.
 * Runs of a method on a data set also need the same schedule and data; of several kinds, the one with the most seeds is used.
 */
export function paperRuns(runs: readonly SavedRun[]): PaperRuns {
  const skipped: PaperRuns["skipped"] = [];
  const kinds = new Map<string, Map<string, SavedRun[]>>();
  for (const run of runs) {
    const reason = differsFromPaper(run.result);
    if (reason !== undefined) {
      skipped.push({ ...run, reason });
      continue;
    }
    const { dataset, method } = run.result;
    const row = JSON.stringify([dataset, method]);
    const known = kinds.get(row) ?? new Map<string, SavedRun[]>();
    const kind = kindOf(run.result);
    known.set(kind, [...(known.get(kind) ?? []), run]);
    kinds.set(row, known);
  }
  const used: SavedRun[] = [];
  for (const alike of kinds.values()) {
    const [most, ...others] = [...alike.values()].sort((a, b) => seedsOf(b) - seedsOf(a));
    const seeds = new Set<number>();
    for (const run of most) {
      if (seeds.has(run.result.seed)) {
        skipped.push({ ...run, reason: `another run of seed ${run.result.seed} is used` });
      } else used.push(run);
      seeds.add(run.result.seed);
    }
    for (const run of others.flat()) skipped.push({ ...run, reason: difference(run.result, most[0].result) });
  }
  return { used, skipped };
}

const seedsOf = (runs: readonly SavedRun[]) => new Set(runs.map(({ result }) => result.seed)).size;

/** Settings that belong to the method, not to its schedule. */
const ofMethod = ["k", "gamma", "alpha", "metricIterations", "anchors", "reduction"];

/** Why a run does not belong next to the paper's numbers; undefined if it does. */
export function differsFromPaper({
  dataset,
  method,
  labeledPerClass,
  settings,
}: ExperimentResult): string | undefined {
  if (!Object.hasOwn(published, dataset)) return `the paper has no data set "${dataset}" in its tables`;
  if (!Object.hasOwn(published[dataset], method)) return `the paper has no method "${method}"`;
  const paper = paperSettings(dataset);
  if (labeledPerClass !== paper.labeledPerClass) {
    return `it has ${plural(labeledPerClass, "label")} per class, the paper ${paper.labeledPerClass}`;
  }
  const own = settings as unknown as Record<string, unknown>;
  const usual = usualSettings(method);
  const name = ofMethod.find((key) => key in own && key in usual && own[key] !== usual[key]);
  return name === undefined
    ? undefined
    : `${name} ${String(own[name])} instead of the paper's ${String(usual[name])}`;
}

function usualSettings(method: string): Record<string, unknown> {
  const name = method === ABLATION ? "AGML" : method;
  if (!Object.hasOwn(deepMethods, name)) return {};
  return new deepMethods[name as DeepMethodName]().settings;
}

/** Everything that must agree between the seeds of a mean. */
function kindOf({ settings, validation, data }: ExperimentResult): string {
  const entries = Object.entries(settings).filter(([key, value]) => key !== "seed" && value !== undefined);
  return JSON.stringify([entries.sort(([a], [b]) => (a < b ? -1 : 1)), validation, data]);
}

function difference(own: ExperimentResult, used: ExperimentResult): string {
  const [mine, theirs] = [own, used].map(({ settings, validation }): Record<string, unknown> => ({
    ...settings,
    validation,
  }));
  const name = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].find(
    (key) => key !== "seed" && JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]),
  );
  return name === undefined
    ? "it is of other images or labels than most runs"
    : `${name} ${String(mine[name])} instead of ${String(theirs[name])}, as in the runs used`;
}
