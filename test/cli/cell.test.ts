import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { reproductionGrid } from "../../lib/reproduce";
import { rowFile, taskFile } from "../../lib/reproduce/cluster/gridFolder";
import { readRow } from "../../lib/reproduce/cluster/rowFile";
import { writeTask } from "../../lib/reproduce/cluster/taskFile";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const ssdml = (cwd: string, ...words: string[]) =>
  spawnSync(process.execPath, [bin, "cell", ...words], { encoding: "utf8", cwd });

const [cell] = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], methods: ["AGML"] });

describe("ssdml cell", () => {
  it("computes a cell once and writes its row", async (t) => {
    const folder = temporaryFolder(t);
    const [task, row] = [taskFile("grid", cell.id), rowFile("grid", cell.id)];
    await writeTask(path.join(folder, task), {
      cell,
      folder: path.join(folder, "grid", "cells", cell.id),
      engine: "wasm",
      threads: 1,
    });
    const first = ssdml(folder, task, "--row", row);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^mnist-agml-1-\w{8}: NMI \d+\.\d, R@1 \d+\.\d; \d+ s; written: grid.rows/m);
    const record = readRow(path.join(folder, row), cell.id);
    assert.ok(record?.status === "finished" && record.settings.patience === Infinity);
    assert.equal(record.rows.length, 2 * 7);
    const again = ssdml(folder, task, "--row", row);
    assert.equal(again.status, 0);
    assert.deepEqual(readRow(path.join(folder, row), cell.id), record);
  });

  it("says in one sentence what is wrong", async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(path.join(folder, "tasks"));
    writeFileSync(path.join(folder, "list.json"), "[]");
    const changed = { cell: { ...cell, labeledPerClass: 6 }, folder, engine: "cpu", threads: 1 } as const;
    await writeTask(path.join(folder, "changed.json"), changed);
    for (const [words, sentence] of [
      [[], /cell needs one task file and --row FILE, got no task and no --row\. Type ssdml cell --help/],
      [["list.json"], /got list\.json and no --row/],
      [["a", "b", "--row", "c"], /cell needs one task file/],
      [["none.json", "--row", "row"], /none\.json/],
      [["list.json", "--row", "row"], /list\.json is not a task of ssdml reproduce/],
      [["changed.json", "--row", "row"], /failed: on .*does not match its own settings/],
      [
        ["changed.json", "--row", "list.json/row"],
        /on .*: cannot write list\.json.row: a part of the path is a file/,
      ],
    ] as [string[], RegExp][]) {
      const { status, stderr } = ssdml(folder, ...words);
      assert.equal(status, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
    assert.match(ssdml(folder, "--help").stdout, /^Usage: ssdml cell TASK --row FILE/);
  });
});
