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
} from "../io/files";
import type { ExperimentResult } from "./experiment";
import { isEpochRow } from "../train";
import { isResultRow } from "./resultFile";
import type { GridCell } from "./grid";

/** What computed a cell, so that it can be repeated. */
export interface Provenance {
  engine: { name: string; version: string; device: string };
  /** The number of threads that the engine may use; null leaves it to the engine. */
  threads: number | null;
  ssdml: string;
  /** The commit of ssdml's sources, with "-dirty" after local changes; null for an installed package. */
  commit: string | null;
  node: string;
  platform: string;
}

/** What every line of the store says about a cell. */
interface CellLine extends Pick<
  GridCell,
  "id" | "table" | "scale" | "dataset" | "method" | "file" | "features" | "seed"
> {
  /** The number of images of each part. */
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
      | "parts"
      | "stopReason"
      | "epochs"
      | "bestEpoch"
      | "rows"
      | "history"
    > {
  status: "finished";
  images: { train: number; test: number };
  /** Processor time of all threads, which says more than `elapsedMs` on a busy machine. */
  cpuMs: number;
  /** Peak memory of the run's process, in bytes. */
  peakMemory: number;
  /** True if an earlier, interrupted run had done a part, which `elapsedMs` does not include. */
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

/** The record of a failed run. */
export function failedCell(cell: GridCell, error: string, began: Date): FailedCell {
  const { id, table, scale, dataset, method, file, features, seed, options } = cell;
  return {
    status: "failed",
    id,
    table,
    scale,
    dataset,
    method,
    ...(file !== undefined && { file }),
    ...(features && { features }),
    seed,
    options,
    error,
    started: began.toISOString(),
    elapsedMs: Date.now() - began.getTime(),
  };
}
