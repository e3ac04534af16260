import {
  either,
  fields,
  isCount,
  isNull,
  isNumber,
  isText,
  listOf,
  oneOf,
  optional,
  type Shape,
} from "../io/files/jsonShape";
import type { ExperimentResult } from "./experiment";
import { isEpochRow } from "../train/progress";
import { isResultRow } from "./resultFile";
import type { GridCell } from "./grid";

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
interface CellLine extends Pick<GridCell, "id" | "table" | "scale" | "dataset" | "method" | "seed"> {
  /** How many images of each part there were. */
  images?: { train: number; test: number };
  options: GridCell["options"];
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

const isCellLine: Shape = fields({
  id: isText,
  table: isText,
  scale: isText,
  dataset: isText,
  method: isText,
  seed: isNumber,
  options: fields({ maxPairs: optional(either(isNumber, isNull)) }),
  started: isText,
  elapsedMs: isNumber,
});

const isFinishedCell: Shape = fields({
  status: oneOf("finished"),
  images: fields({ train: isCount, test: isCount }),
  labeledPerClass: either(isNumber, isNull),
  settings: fields({}),
  engine: fields({ name: isText, version: isText, device: isText }),
  threads: either(isCount, isNull),
  ssdml: isText,
  commit: either(isText, isNull),
  node: isText,
  platform: isText,
  cpuMs: isNumber,
  peakMemory: isNumber,
  stopReason: isText,
  epochs: isCount,
  bestEpoch: isCount,
  rows: listOf(isResultRow),
  history: listOf(isEpochRow),
});

const isFailedCell: Shape = fields({ status: oneOf("failed"), error: isText });

/** Whether a parsed line of `results.jsonl` is a record. */
export function isCellRecord(value: unknown): value is CellRecord {
  return isCellLine(value) && (isFinishedCell(value) || isFailedCell(value));
}

/** A run that failed, as the store keeps it. */
export function failedCell(cell: GridCell, error: string, began: Date): FailedCell {
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
