import {
  anyNumber,
  listOf,
  nullable,
  oneOf,
  optional,
  readRecord,
  recordOf,
  text,
  wholeNumber,
  type Argument,
} from "../core/options";
import { resultRows } from "../evaluate";
import type { CellRecord } from "./cellRecord";
import { tables, type GridCell, type TableName } from "./grid";
import { scales } from "./scales";

const line = {
  id: text,
  dataset: text,
  method: text,
  seed: wholeNumber(),
};

const tableName = oneOf(Object.keys(tables) as TableName[]);
const scaleName = oneOf(Object.keys(scales));

/** Cells of `reproductionGrid`, at least one. */
export const cellList: Argument<readonly GridCell[]> = listOf(
  recordOf<GridCell>("a cell of reproductionGrid", {
    ...line,
    table: tableName,
    scale: scaleName,
  }),
  "the cells of reproductionGrid",
  { min: 1 },
);

const finished = recordOf<CellRecord>("a finished cell", { ...line, rows: resultRows });
const failed = recordOf<CellRecord>("a failed cell", { id: text, error: text });

/** Lines of a store: finished and failed cells. */
export const recordList: Argument<readonly CellRecord[]> = listOf(
  {
    words: "a record of a cell",
    read(value, name) {
      const { status } = recordOf<{ status: string }>("a record of a cell", {
        status: oneOf(["finished", "failed"]),
      }).read(value, name);
      return (status === "finished" ? finished : failed).read(value, name);
    },
  },
  "the records of results.jsonl",
);

const number = anyNumber;
const numberOrNothing = optional(number);

/** A number of a report, or undefined if there is none yet. */
const reportValue: Argument<unknown> = {
  words: "a number of a report",
  read: (value, name) =>
    value === undefined
      ? undefined
      : readRecord(name, value, "a number of a report", {
          mean: number,
          deviation: numberOrNothing,
          paper: numberOrNothing,
          verdict: optional(oneOf(["above", "below", "even"])),
        }),
};

const reportSchema = {
  table: tableName,
  scale: scaleName,
  datasets: listOf(
    recordOf("a data set of a report", {
      dataset: text,
      rows: listOf(
        recordOf("a row of a report", { method: text, seeds: number, values: listOf(reportValue) }),
      ),
    }),
  ),
  finished: listOf(
    recordOf("a finished cell", {
      ...line,
      images: recordOf("{ train, test }", { train: number, test: number }),
      engine: recordOf("an engine", { name: text, version: text, device: text }),
      settings: recordOf("the settings of a run", {
        partitionSize: number,
        epochs: number,
        epochsPerPartition: number,
        pretrainingEpochs: number,
        preprocessing: text,
      }),
      options: recordOf("the options of a run", { maxPairs: numberOrNothing }),
      threads: nullable(number),
      ssdml: text,
      commit: nullable(text),
      node: text,
      platform: text,
      stopReason: text,
      epochs: number,
      labeledPerClass: number,
      elapsedMs: number,
      cpuMs: number,
      peakMemory: number,
    }),
  ),
  missing: listOf(
    recordOf("a cell without a result", { cell: recordOf("a cell", line), error: optional(text) }),
  ),
};

/** Rejects anything that is not a report of `reproductionReport`. */
export function checkReport(caller: string, report: object): void {
  readRecord(`${caller}: report`, report, "a report of reproductionReport", reportSchema);
}
