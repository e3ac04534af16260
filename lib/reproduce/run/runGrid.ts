import { promises as fs } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  about,
  argument,
  functionValue,
  objectValue,
  oneOf,
  optional,
  path as pathName,
  readOptions,
  recordOf,
  wholeNumber,
} from "../../core/options";
import { UserError } from "../../core";
import { fileErrorReason, takeLock } from "../../io/download";
import { makeFolder } from "../../io/files";
import { engineNames, type EngineName } from "../../engine";
import { failedCell, type CellRecord } from "../cellRecord";
import { cellList } from "../checkCells";
import type { RemoteOptions } from "../cluster/jobWatch";
import { remoteTasks } from "../cluster/remoteTasks";
import { secondsLeft } from "../estimate";
import { SchedulerError } from "../cluster/executor";
import type { GridCell } from "../grid";
import type { Count, GridEvent, JobCount } from "../gridEvents";
import { appendRecord, finishedCells, readStore, storeFile } from "../resultStore";
import { runInChild, type RunTask } from "../runInChild";

export interface GridRun {
  /** The runs, such as those of `reproductionGrid`. */
  cells: readonly GridCell[];
  /** The folder for results.jsonl and for the folder of each run. */
  folder: string;
  /** The engine that every run uses. */
  engine: EngineName;
  /** Number of parallel processes. Default 1. */
  jobs?: number | undefined;
  /** Stops the runs; finished ones are kept. */
  signal?: AbortSignal | undefined;
  /** Runs a cell. Default: in its own process. */
  runTask?: RunTask | undefined;
  /** Runs the cells as jobs of a cluster in place of processes of this machine. */
  cluster?: Cluster | undefined;
}

/** A scheduler, and how to deal with it. */
export type Cluster = Pick<RemoteOptions, "executor" | "pollMs" | "retries">;

export const runSchema = {
  cells: cellList,
  folder: pathName,
  engine: oneOf(engineNames),
  jobs: about("number of processes to run in parallel", wholeNumber({ min: 1, max: 64, default: 1 })),
  signal: optional(argument<AbortSignal>("an AbortSignal", (value) => value instanceof AbortSignal)),
  runTask: optional(functionValue<RunTask>()),
  cluster: optional(objectValue<Cluster>("a scheduler and how to deal with it")),
};

/** Free memory that a further process needs to start, in bytes. A process takes up to 1.3 GB at quick scale. */
const memoryForOne = 3e9;

/**
 * Runs the cells that are not yet in the folder's store, each in its own process, and appends a line when a cell ends. If it is killed,
 * call it again to resume. A failed cell is recorded, does not stop the others, and is tried again by the next call. Each engine gets
 * ⌊processors / jobs⌋ threads, at least one.
 *
 * @example
 * const cells = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], methods: ["AGML"], seeds: 1 });
 * const run = async () => {
 *   for await (const event of runGrid({ cells, folder: "out/table1", engine: "wasm" })) console.log(event.kind);
 * };
 */
export async function* runGrid(run: GridRun): AsyncGenerator<GridEvent, void> {
  const { cells, folder, engine, jobs, cluster } = readOptions("runGrid", run, runSchema);
  openFolder(folder);
  const release = await takeLock(path.join(folder, "lock"), `reproduction in ${folder}`, {
    onLost: () => {
      broken = new UserError(`Another process has taken over the reproduction in ${folder}. This one stops.`);
      left.abort();
      wake();
    },
  });
  const shared = jobs === 1 ? null : Math.max(1, Math.floor(os.availableParallelism() / jobs));
  const threads = cluster ? cluster.executor.threads : shared;
  const file = storeFile(folder);
  const known = [...finishedCells(readStore(file).records).values()] as CellRecord[];
  const isFinished = new Set(known.map(({ id }) => id));
  const waiting = cells.filter(({ id }) => !isFinished.has(id));
  const running = new Map<string, { cell: GridCell; share: number }>();
  const tasks: Promise<void>[] = [];
  const news: GridEvent[] = [];
  let wake: () => void = () => undefined;
  let broken: unknown;
  // A caller that stops reading ends the processes too.
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, ...(run.signal ? [run.signal] : [])]);

  const total = cells.length;
  let done = total - waiting.length;
  const count = (): Count => {
    const shares = new Map([...running].map(([id, { share }]) => [id, share]));
    const pending = [...[...running.values()].map(({ cell }) => cell), ...waiting];
    const parallel = cluster ? Math.max(1, counted.running) : jobs;
    return { done, total, secondsLeft: secondsLeft(pending, known, parallel, shares) };
  };
  const tell = (event: GridEvent) => {
    news.push(event);
    wake();
  };
  let counted: JobCount = { running: 0, waiting: 0 };
  const asJobs = (options: Cluster) =>
    remoteTasks({
      ...options,
      folder,
      onNote: (text) => {
        tell({ kind: "note", text });
      },
      onCount: (now) => {
        counted = now;
        tell({ kind: "progress", share: done / total, jobs: now, ...count() });
      },
    });
  const runTask = run.runTask ?? (cluster ? asJobs(cluster) : runInChild);
  const mayStartNow = (running: number) => cluster !== undefined || mayStart(running, jobs);
  const start = async (cell: GridCell) => {
    const state = { cell, share: 0 };
    running.set(cell.id, state);
    const began = new Date();
    const cellFolder = path.join(folder, "cells", cell.id);
    const onProgress = (share: number) => {
      state.share = share;
      const shares = [...running.values()].reduce((sum, each) => sum + each.share, done);
      tell({ kind: "progress", share: shares / total, ...count() });
    };
    const task = { cell, folder: cellFolder, engine, threads };
    const run = async () => runTask(task, { onProgress, signal });
    const record = await run().catch((error: unknown) => {
      if (error instanceof SchedulerError) throw error;
      return failedCell(cell, error instanceof Error ? error.message : String(error), began);
    });
    recordOf("a record of a cell", { status: oneOf(["finished", "failed"]) }).read(
      record,
      "runGrid: the result of runTask",
    );
    if (record.status === "failed" && signal.aborted) return;
    appendRecord(file, record);
    if (record.status === "finished") {
      known.push(record);
      await fs.rm(path.join(cellFolder, "checkpoint.safetensors"), { force: true });
    }
    done++;
    running.delete(cell.id);
    news.push({ kind: "cell", record, ...count() });
  };

  try {
    yield {
      kind: "started",
      total,
      finished: done,
      jobs,
      threads,
      ...(cluster && { cluster: cluster.executor.name }),
    };
    for (;;) {
      while (!signal.aborted && !broken && waiting.length > 0 && mayStartNow(running.size)) {
        const cell = waiting.shift()!;
        const task = start(cell)
          .catch((error: unknown) => {
            broken = error;
          })
          .finally(() => {
            running.delete(cell.id);
            wake();
          });
        tasks.push(task);
      }
      yield* news.splice(0);
      if (news.length > 0) continue;
      if (running.size === 0 && (waiting.length === 0 || signal.aborted || broken)) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    if (broken) throw broken as Error;
  } finally {
    left.abort();
    await Promise.all(tasks);
    await release();
  }
}

function mayStart(running: number, jobs: number): boolean {
  return running === 0 || (running < jobs && availableMemory() > memoryForOne);
}

function availableMemory(): number {
  return process.availableMemory?.() ?? os.freemem();
}

function openFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    const reason = fileErrorReason(error) ?? (error as Error).message;
    throw new UserError(`reproduce: cannot write to ${folder}: ${reason}. Choose another folder.`);
  }
}
