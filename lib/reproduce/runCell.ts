import { existsSync } from "node:fs";
import path from "node:path";
import { breather } from "../core/yieldToEventLoop";
import { loadDataset } from "../datasets";
import { useEngine, type EngineName } from "../engine";
import { runExperiment } from "./experiment";
import { type TrainingEvent } from "../train";
import type { FinishedCell } from "./cellRecord";
import { learnerOf, type Cell } from "./grid";
import { provenance } from "./provenance";
import { thinDataset } from "./thinDataset";

/** A cell to be run, and how. */
export interface CellTask {
  cell: Cell;
  /** Where checkpoint, model and results of this one run go. */
  folder: string;
  engine: EngineName;
  /** Threads that the engine was given; null: as many as it takes by itself. */
  threads: number | null;
}

/** Runs a cell in this process, from the last checkpoint in its folder on. `onProgress` is told the share that is done, in [0, 1]. */
export async function runCell(task: CellTask, onProgress: (share: number) => void): Promise<FinishedCell> {
  const { cell, folder, threads } = task;
  const began = new Date();
  const resumed = ["checkpoint.safetensors", "results.json"].some((name) =>
    existsSync(path.join(folder, name)),
  );
  const engine = await useEngine(task.engine);
  const dataset = thinDataset(await loadDataset(cell.dataset), cell.images);
  const run = runExperiment({
    dataset,
    method: learnerOf(cell),
    labeledPerClass: cell.labeledPerClass,
    options: cell.options,
    folder,
  });
  // Some engines answer at once: without a pause the process would not hear that its parent has ended, nor send its messages.
  const breathe = breather();
  let step = await run.next();
  for (; !step.done; step = await run.next()) {
    await breathe();
    const share = shareDone(step.value, cell.options.epochs ?? 1);
    if (share !== undefined) onProgress(share);
  }
  // Only a signal ends a run without a result, and there is none: the process is ended instead.
  const result = step.value!;
  const { labeledPerClass, validation, settings, stopReason, epochs, bestEpoch, rows, history } = result;
  const { id, table, scale, method, seed, options } = cell;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    status: "finished",
    id,
    table,
    scale,
    dataset: cell.dataset,
    method,
    seed,
    images: { train: dataset.train.labels.length, test: dataset.test.labels.length },
    labeledPerClass,
    validation,
    options,
    settings,
    ...provenance(engine, threads),
    started: began.toISOString(),
    elapsedMs: Date.now() - began.getTime(),
    cpuMs: Math.round((userCPUTime + systemCPUTime) / 1000),
    peakMemory: 1024 * maxRSS,
    resumed,
    stopReason,
    epochs,
    bestEpoch,
    rows,
    history,
  };
}

/** Training is most of a run; what comes before and behind it counts as nothing. */
function shareDone(event: TrainingEvent, epochs: number): number | undefined {
  if (event.kind === "batch") return (event.epoch - 1 + event.batch / event.batches) / epochs;
  return event.kind === "epoch" ? event.epoch / epochs : undefined;
}
