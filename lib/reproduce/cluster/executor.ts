import { UserError } from "../../core";

/** A job of a scheduler: "waiting" and "running" ones are alive; an ended one may have left its row or not. */
export interface JobState {
  phase: "waiting" | "running" | "ended";
  /** How the job has ended, such as "job 7 ended as NODE_FAIL". */
  words?: string;
  /** Why a job may wait for long, such as "PENDING, ReqNodeNotAvail". */
  trouble?: string;
  /** True if a person ended it, who does not want it to be submitted again. */
  isCanceled?: boolean;
}

/** Cells that were submitted together, in a folder of their own, which is named after them. */
export interface Batch {
  /** Unique: the scheduler's jobs are found by it. */
  name: string;
  /** Holds the list of cells, the script and the logs. */
  folder: string;
  /** The ids of the cells. */
  cells: readonly string[];
}

/** The states of jobs by {@link jobKey}. A job that the scheduler does not know is missing. */
export type JobStates = ReadonlyMap<string, JobState>;

/** The job of a cell in a batch. A cell that was submitted again has jobs in several. */
export const jobKey = ({ name }: Pick<Batch, "name">, id: string) => `${name}/${id}`;

/** A scheduler that is not there, or refuses everything: no cell can be run. */
export class SchedulerError extends UserError {}

/**
 * A scheduler that runs cells on other machines. It remembers nothing: jobs are found again by the names of their batches, so that a
 * submitter may end at any time. All functions throw `SchedulerError` with the scheduler's own message.
 */
export interface Executor {
  /** As typed after --on. */
  name: string;
  /** The number of threads of a cell's engine. */
  threads: number;
  /** The most cells of a batch. */
  batchLimit: number;
  /** The most jobs that may wait and run at a time; without it, the scheduler itself sees to that. */
  capacity?(): Promise<number>;
  /** Throws if there is no such scheduler. */
  checkAvailable(): Promise<void>;
  /** What `submit` would send. */
  preview(batch: Batch): string;
  submit(batch: Batch): Promise<void>;
  states(batches: readonly Batch[]): Promise<JobStates>;
  cancel(batches: readonly Batch[]): Promise<void>;
  /** Where the output of a cell's job goes. */
  logFile(batch: Batch, id: string): string;
}
