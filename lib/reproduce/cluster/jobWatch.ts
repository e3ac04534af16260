import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { plural, UserError } from "../../core";
import type { FinishedCell } from "../cellRecord";
import type { CellTask } from "../runGridCell";
import type { JobCount } from "../gridEvents";
import { jobKey, type Batch, type Executor, type JobStates } from "./executor";
import { newBatch, rowFile, rowIds, saveBatch, taskFile } from "./gridFolder";
import { livingJobs } from "./jobs";
import { lostReason } from "./lostReason";
import { readRow } from "./rowFile";
import { writeTask } from "./taskFile";

export interface RemoteOptions {
  executor: Executor;
  /** The folder of the grid, which all machines share. */
  folder: string;
  /** Time between two looks at the scheduler and at the rows. */
  pollMs: number;
  /** How often a cell is submitted again after it was lost or has failed. */
  retries: number;
  /** Gets what a person should know while the jobs run: a lost cell, a scheduler that does not answer. */
  onNote: (text: string) => void;
  /** Gets the number of jobs after each look. */
  onCount: (jobs: JobCount) => void;
}

/** A cell that somebody waits for. */
interface Wanted {
  task: CellTask;
  signal: AbortSignal | undefined;
  resolve: (record: FinishedCell) => void;
  reject: (error: unknown) => void;
}

interface Pending extends Wanted {
  id: string;
  /** Undefined until it is submitted. */
  batch?: Batch;
  failures: number;
  /** The number of looks in a row that found neither a living job nor a row. */
  absent: number;
}

/** A cell is lost after this many looks without a job and a row: a row may appear late in a shared folder. */
const patience = 3;

/**
 * Submits cells and waits for their rows. Whether a cell has finished is judged by its row file alone; the scheduler only says which cells
 * are still worth waiting for. Jobs that an earlier submitter left running are found and not submitted again. An abort leaves all jobs alone.
 */
export class JobWatch {
  readonly #options: RemoteOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #said = new Set<string>();
  /** Whether the scheduler has taken jobs: a later refusal may be a limit on their number. */
  #isTrusted = false;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  add(wanted: Wanted): void {
    const { id } = wanted.task.cell;
    this.#pending.set(id, { ...wanted, id, failures: 0, absent: 0 });
  }

  /** Submits and watches until no cell is pending. An error rejects the promises of all pending cells. */
  async follow(): Promise<void> {
    try {
      await this.#findEarlier();
      while (this.#goesOn()) {
        await this.#submit();
        await this.#pause();
        if (this.#goesOn()) await this.#look();
      }
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Jobs that are still alive from earlier calls, and rows that were written while nobody looked. */
  async #findEarlier(): Promise<void> {
    const { executor, folder, onNote } = this.#options;
    const jobs = (await livingJobs(executor, folder)).filter(({ id }) => this.#pending.has(id));
    for (const { id, batch } of jobs) this.#pending.get(id)!.batch = batch;
    if (jobs.length > 0) {
      this.#isTrusted = true;
      onNote(`${plural(jobs.length, "job")} of an earlier call found in ${executor.name}`);
    }
    for (const id of rowIds(folder)) {
      const cell = this.#pending.get(id);
      const row = cell && readRow(rowFile(folder, id), id);
      if (row?.status === "finished") this.#finish(cell!, row);
      // A failure of an earlier call is tried again.
      else if (cell && cell.batch === undefined) await rm(rowFile(folder, id), { force: true });
    }
  }

  /** Submits what has no job, as far as there is room. A refusal of a scheduler that took others may be a limit: the rest waits. */
  async #submit(): Promise<void> {
    const { executor } = this.#options;
    const cells = [...this.#pending.values()].filter(({ batch }) => batch === undefined);
    if (cells.length === 0) return;
    const alive = this.#pending.size - cells.length;
    let submitted = 0;
    try {
      const room = executor.capacity ? Math.max(0, (await executor.capacity()) - alive) : cells.length;
      while (submitted < Math.min(room, cells.length)) {
        const size = Math.min(executor.batchLimit, room - submitted);
        const part = cells.slice(submitted, submitted + size);
        await this.#submitBatch(part);
        submitted += part.length;
      }
    } catch (error) {
      if (!this.#isTrusted) throw error;
      const left = plural(cells.length - submitted, "cell");
      this.#sayOnce(`${(error as Error).message}. ${left} will be submitted later.`);
    }
  }

  async #submitBatch(cells: readonly Pending[]): Promise<void> {
    const { executor, folder } = this.#options;
    for (const { id, task } of cells) await writeTask(taskFile(folder, id), task);
    const batch = newBatch(
      folder,
      executor.name,
      cells.map(({ id }) => id),
    );
    await saveBatch(batch);
    try {
      await executor.submit(batch);
    } catch (error) {
      await rm(batch.folder, { recursive: true, force: true });
      throw error;
    }
    this.#isTrusted = true;
    for (const cell of cells) Object.assign(cell, { batch, absent: 0 });
  }

  /** Takes the rows that have arrived, and judges the cells that have none. */
  async #look(): Promise<void> {
    const { executor, folder, onCount } = this.#options;
    const cells = [...this.#pending.values()].filter(({ batch }) => batch !== undefined);
    let states: JobStates;
    let rows: Set<string>;
    try {
      // The scheduler first: a job that has ended by then has written its row.
      states = await executor.states([...new Set(cells.map(({ batch }) => batch!))]);
      rows = rowIds(folder);
    } catch (error) {
      this.#sayOnce(`${(error as Error).message}. Asking again; the jobs go on.`);
      return;
    }
    const count = { running: 0, waiting: 0 };
    for (const cell of cells) {
      if (rows.has(cell.id) && (await this.#takeRow(cell))) continue;
      const state = states.get(jobKey(cell.batch!, cell.id));
      if (state && state.phase !== "ended") {
        count[state.phase]++;
        cell.absent = 0;
        if (state.trouble !== undefined) this.#sayOnce(`${executor.name}: ${state.trouble}`);
      } else if (++cell.absent >= patience) {
        const reason = lostReason(executor, folder, cell.batch!, cell.id, state);
        if (state?.isCanceled) this.#fail(cell, new UserError(reason));
        else this.#tryAgain(cell, reason);
      }
    }
    onCount(count);
  }

  /** Ends the wait for a cell that has its row. A failure is tried again. Returns false if the row cannot be read. */
  async #takeRow(cell: Pending): Promise<boolean> {
    const file = rowFile(this.#options.folder, cell.id);
    const row = readRow(file, cell.id);
    if (row === undefined) return false;
    if (row.status === "finished") {
      this.#finish(cell, row);
    } else {
      await rm(file, { force: true });
      this.#tryAgain(cell, row.error);
    }
    return true;
  }

  #tryAgain(cell: Pending, reason: string): void {
    const { retries, onNote } = this.#options;
    if (cell.failures++ >= retries) {
      const tries = cell.failures === 1 ? "" : ` (tried ${cell.failures} times)`;
      this.#fail(cell, new UserError(`${reason}${tries}`));
      return;
    }
    delete cell.batch;
    cell.absent = 0;
    const line = reason.split("\n")[0];
    onNote(`${cell.id}: ${line}; submitted again, ${cell.failures} of ${plural(retries, "time")}`);
  }

  #finish(cell: Pending, record: FinishedCell): void {
    this.#pending.delete(cell.id);
    cell.resolve(record);
  }

  #fail(cell: Pending, error: unknown): void {
    this.#pending.delete(cell.id);
    cell.reject(error);
  }

  #giveUp(error: unknown): void {
    for (const cell of this.#pending.values()) this.#fail(cell, error);
  }

  /** False after an abort, which ends the wait for all cells, and when there are none left. */
  #goesOn(): boolean {
    const aborted = [...this.#pending.values()].find(({ signal }) => signal?.aborted);
    if (aborted) this.#giveUp(aborted.signal!.reason);
    return this.#pending.size > 0;
  }

  /** Waits for the next look, or for an abort. */
  async #pause(): Promise<void> {
    const { signal } = this.#pending.values().next().value ?? {};
    await wait(this.#options.pollMs, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }

  #sayOnce(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#options.onNote(text);
  }
}
