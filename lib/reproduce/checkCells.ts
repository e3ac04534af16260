import { argument, listOf, oneOf, recordOf, text, wholeNumber, type Argument } from "../common/arguments";
import { resultRows } from "../methods/resultRows";
import type { CellRecord } from "./cellRecord";
import { tables, type Cell, type TableName } from "./grid";
import { scales } from "./scales";

const line = {
  id: text,
  dataset: text,
  method: text,
  seed: wholeNumber(),
};

/** Cells as `reproductionGrid` makes them, at least one. */
export const cellList: Argument<readonly Cell[]> = listOf(
  recordOf<Cell>("a cell of reproductionGrid", {
    ...line,
    table: oneOf(Object.keys(tables) as TableName[]),
    scale: oneOf(Object.keys(scales)),
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

/** A table's name, for its readers. */
export const tableName = oneOf(Object.keys(tables) as TableName[]);
export const anyText = argument<string>("a text", (value) => typeof value === "string");
