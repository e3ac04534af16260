import type { ExperimentResult } from "../methods";
import type { Cell } from "./grid";

/** What computed a cell, to repeat it. */
export interface Provenance {
  engine: { name: string; version: string; device: string };
  /** Threads that the engine was given; null: as many as it takes by itself. */
  threads: number | null;
  ssdml: string;
  /** The commit of ssdml's sources, with "-dirty" where they were changed; null for an installed package. */
  commit: string | null;
  node: string;
  platform: string;
}

/** What every line of the store says of a cell. */
interface CellLine extends Pick<Cell, "id" | "table" | "scale" | "dataset" | "method" | "seed"> {
  /** How many images of each part there were. */
  images?: { train: number; test: number };
  options: Cell["options"];
  /** In ISO 8601. */
  started: string;
  elapsedMs: number;
}

export interface FinishedCell
  extends
    CellLine,
    Provenance,
    Pick<
      ExperimentResult,
      | "labeledPerClass"
      | "validation"
      | "settings"
      | "stopReason"
      | "epochs"
      | "bestEpoch"
      | "rows"
      | "history"
    > {
  status: "finished";
  images: { train: number; test: number };
  /** Processor time, of all threads: on a busy machine it says more than `elapsedMs`. */
  cpuMs: number;
  /** The most memory that the run's process had, in bytes. */
  peakMemory: number;
  /** True where an earlier, broken run had done a part; `elapsedMs` is without that part. */
  resumed: boolean;
}

export interface FailedCell extends CellLine {
  status: "failed";
  error: string;
}

/** One line of `results.jsonl`. */
export type CellRecord = FinishedCell | FailedCell;

/** A run that failed, as the store keeps it. */
export function failedCell(cell: Cell, error: string, began: Date): FailedCell {
  const { id, table, scale, dataset, method, seed, options } = cell;
  return {
    status: "failed",
    id,
    table,
    scale,
    dataset,
    method,
    seed,
    options,
    error,
    started: began.toISOString(),
    elapsedMs: Date.now() - began.getTime(),
  };
}
