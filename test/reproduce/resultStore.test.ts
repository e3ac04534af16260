import assert from "node:assert/strict";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { UserError } from "../../lib";
import { readReport, readStore, reproductionGrid } from "../../lib/reproduce";
import { failedCell } from "../../lib/reproduce/cellRecord";
import { appendRecord, finishedCells } from "../../lib/reproduce/resultStore";
import { temporaryFolder } from "../support/temporary";
import { finishedRecord } from "./support";

const [first, second, third] = reproductionGrid("table1", { scale: "smoke" });
const ids = (file: string) => readStore(file).records.map(({ id }) => id);

describe("the store of results", () => {
  it("is empty where there is no file, and gives back what was added", (t) => {
    const file = path.join(temporaryFolder(t), "new", "results.jsonl");
    assert.deepEqual(readStore(file), { records: [], unreadable: [] });
    appendRecord(file, finishedRecord(first, 50));
    appendRecord(file, failedCell(second, "no luck", new Date()));
    assert.deepEqual(ids(file), [first.id, second.id]);
    assert.equal(readFileSync(file, "utf8").split("\n").length, 3);
  });

  it("loses only the last line wherever a kill tore it", (t) => {
    const file = path.join(temporaryFolder(t), "results.jsonl");
    appendRecord(file, finishedRecord(first, 50));
    const { length } = readFileSync(file);
    appendRecord(file, finishedRecord(second, 60));
    const whole = readFileSync(file);
    for (const end of [length, length + 1, length + 200, whole.length - 2, whole.length - 1, whole.length]) {
      writeFileSync(file, whole);
      truncateSync(file, end);
      const isWhole = end >= whole.length - 1;
      const expected = isWhole ? [first.id, second.id] : [first.id];
      assert.deepEqual(ids(file), expected, `read, torn at ${end}`);
      appendRecord(file, finishedRecord(third, 70));
      assert.deepEqual(readStore(file).unreadable, []);
      assert.deepEqual(ids(file), [...expected, third.id], `added to, torn at ${end}`);
    }
  });

  it("tells which lines are no records and reads the others", (t) => {
    const file = path.join(temporaryFolder(t), "results.jsonl");
    appendRecord(file, finishedRecord(first, 50));
    appendFileSync(file, '{"id": 7}\nnull\n\n{"half": \n');
    appendRecord(file, finishedRecord(second, 50));
    assert.deepEqual(readStore(file).unreadable, [2, 3, 5]);
    assert.deepEqual(ids(file), [first.id, second.id]);
  });

  it("takes a line for unreadable where a part of it is missing, wrong or very deep", (t) => {
    const file = path.join(temporaryFolder(t), "results.jsonl");
    const record = finishedRecord(first, 50);
    const lines = [
      { ...record, rows: [null] },
      { ...record, rows: [{ ...record.rows[0], value: "high" }] },
      { ...record, engine: null },
      { ...record, images: { train: -1, test: 3 } },
      { ...record, elapsedMs: "long" },
      { ...failedCell(second, "no luck", new Date()), error: { text: "no luck" } },
    ].map((line) => JSON.stringify(line));
    const deep = `{"id":${"[".repeat(50_000)}`;
    writeFileSync(file, [...lines, deep, JSON.stringify(record), ""].join("\n"));
    assert.deepEqual(readStore(file).unreadable, [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(ids(file), [first.id]);
    assert.deepEqual(readReport("table1", { scale: "smoke" }, path.dirname(file)).finished.length, 1);
  });

  it("the published results are still those of the grid: a run of it would compute nothing again", () => {
    const published = path.resolve("results", "table1", "results.jsonl");
    const finished = finishedCells(readStore(published).records);
    const missing = reproductionGrid("table1").filter(({ id }) => !finished.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
  });

  it("reads the published results whole", () => {
    const { records, unreadable } = readStore(path.join("results", "table1", "results.jsonl"));
    assert.deepEqual([records.length, unreadable], [63, []]);
  });

  it("says which file it cannot read", (t) => {
    const folder = temporaryFolder(t);
    assert.throws(() => readStore(folder), { name: "UserError", message: /^cannot read / });
  });

  it("counts a cell that failed and then finished as finished", () => {
    const records = [
      failedCell(first, "no luck", new Date()),
      finishedRecord(first, 50),
      finishedRecord(first, 60),
    ];
    assert.equal(finishedCells(records).get(first.id)!.rows.at(-1)!.value, 0.5);
    assert.equal(finishedCells(records.slice(0, 1)).size, 0);
  });

  it("says where it cannot write", (t) => {
    const folder = temporaryFolder(t);
    assert.throws(
      () => {
        appendRecord(folder, finishedRecord(first, 50));
      },
      (error) => error instanceof UserError && /cannot write .*--out/.test(error.message),
    );
  });
});
