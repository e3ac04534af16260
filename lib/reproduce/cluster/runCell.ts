import os from "node:os";
import { check, UserError } from "../../core";
import { hashFile } from "../../io/files";
import { failedCell, type CellRecord, type FinishedCell } from "../cellRecord";
import type { GridCell } from "../grid";
import { runInChild, type ChildOptions, type RunTask } from "../runInChild";
import { readRow, writeRow } from "./rowFile";
import { readTask, requireSameVersion, type RemoteTask } from "./taskFile";

interface CellRun extends ChildOptions {
  /** What to compute: a file that the submitter of a grid wrote. */
  task: string;
  /** Where the record goes. */
  row: string;
  /** Runs a cell. Default: in its own process. */
  runTask?: RunTask;
}

/**
 * Runs one cell of a grid and writes its row. It may be called any number of times: a cell that has its row is only read, one that was
 * interrupted goes on from its checkpoint. A failure is a row too, in place of which the next call computes anew; an abort leaves none.
 */
export async function runCell({
  task: file,
  row,
  runTask = runInChild,
  ...options
}: CellRun): Promise<CellRecord> {
  const task = readTask(file);
  const { cell } = task;
  const earlier = readRow(row, cell.id);
  if (earlier?.status === "finished") return earlier;
  const began = new Date();
  const record = await compute(task, runTask, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    return failedCell(cell, onThisHost(error), began);
  });
  await writeRow(row, record).catch((error: unknown) => {
    throw new UserError(onThisHost(error));
  });
  return record;
}

const onThisHost = (error: unknown) =>
  `on ${os.hostname()}: ${error instanceof Error ? error.message : String(error)}`;

async function compute(task: RemoteTask, runTask: RunTask, options: ChildOptions): Promise<FinishedCell> {
  requireSameVersion(task);
  await requireSameFeatures(task.cell);
  const { cell, folder, engine, threads } = task;
  return runTask({ cell, folder, engine, threads }, options);
}

async function requireSameFeatures({ features }: GridCell): Promise<void> {
  if (features === undefined) return;
  const hash = await hashFile(features.file);
  check(
    hash === features.hash,
    () => `${features.file} is not the file that the grid was submitted with. Copy that one to all machines.`,
  );
}
