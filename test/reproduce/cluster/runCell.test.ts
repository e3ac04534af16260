import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { reproductionGrid, runCell, type GridCell } from "../../../lib/reproduce";
import { readRow } from "../../../lib/reproduce/cluster/rowFile";
import { readTask, writeTask } from "../../../lib/reproduce/cluster/taskFile";
import type { RunTask } from "../../../lib/reproduce/runInChild";
import { temporaryFolder } from "../../support/temporary";
import { finishedRecord } from "../support";

const [cell] = reproductionGrid("table1", { scale: "paper", datasets: ["mnist"], methods: ["AGML"] });
const quiet = { onProgress: () => undefined };
const never: RunTask = () => Promise.reject(new Error("must not run"));
const ready: RunTask = (task) => Promise.resolve(finishedRecord(task.cell, 50));

/** A task on disk, and where its row goes. */
async function written(t: TestContext, changed: Partial<GridCell> = {}) {
  const grid = temporaryFolder(t);
  const task = path.join(grid, "tasks", "task.json");
  const own = { ...cell, ...changed };
  await writeTask(task, { cell: own, folder: path.join(grid, "cells", own.id), engine: "cpu", threads: 1 });
  return { grid, task, row: path.join(grid, "rows", "row.json") };
}

describe("runCell", () => {
  it("computes a cell once, and keeps Infinity in the task and in the row", async (t) => {
    const { task, row } = await written(t);
    assert.equal(cell.images.train, Infinity);
    const seen: GridCell[] = [];
    const record = await runCell({
      task,
      row,
      ...quiet,
      runTask: (given, options) => (seen.push(given.cell), ready(given, options)),
    });
    assert.deepEqual(seen, [cell]);
    assert.ok(record.status === "finished" && record.settings.patience === Infinity);
    // JSON leaves out what is undefined.
    Reflect.deleteProperty(record.settings, "learningRate");
    assert.deepEqual(readRow(row, cell.id), record);
    const before = readFileSync(row);
    assert.deepEqual(await runCell({ task, row, ...quiet, runTask: never }), record);
    assert.deepEqual(readFileSync(row), before);
  });

  it("finds its folder where the shared folder has another name", async (t) => {
    const { grid, task } = await written(t);
    const moved = path.join(temporaryFolder(t), "mounted elsewhere");
    assert.equal(spawnSync("cp", ["-r", grid, moved]).status, 0);
    assert.equal(readTask(task).folder, path.join(grid, "cells", cell.id));
    assert.equal(readTask(path.join(moved, "tasks", "task.json")).folder, path.join(moved, "cells", cell.id));
  });

  it("writes a failure as a row that names this machine, and tries again", async (t) => {
    const { task, row } = await written(t);
    const failed = await runCell({
      task,
      row,
      ...quiet,
      runTask: () => Promise.reject(new Error("no luck")),
    });
    assert.equal(failed.status === "failed" && failed.error, `on ${os.hostname()}: no luck`);
    assert.deepEqual(readRow(row, cell.id), failed);
    assert.equal((await runCell({ task, row, ...quiet, runTask: ready })).status, "finished");
  });

  it("computes anew where the row is damaged or of another cell", async (t) => {
    const { task, row } = await written(t);
    await runCell({ task, row, ...quiet, runTask: ready });
    const whole = readFileSync(row, "utf8");
    for (const damaged of [whole.slice(0, 100), "", whole.replace(cell.id, "mnist-agml-9-00000000")]) {
      writeFileSync(row, damaged);
      assert.equal(readRow(row, cell.id), undefined);
      await runCell({ task, row, ...quiet, runTask: ready });
      assert.equal(readFileSync(row, "utf8"), whole);
    }
  });

  it("leaves no row when it is stopped", async (t) => {
    const { task, row } = await written(t);
    const signal = AbortSignal.abort();
    await assert.rejects(
      runCell({
        task,
        row,
        ...quiet,
        signal,
        runTask: (_, options) => Promise.reject(options.signal!.reason as Error),
      }),
      { name: "AbortError" },
    );
    assert.equal(readRow(row, cell.id), undefined);
  });

  it("refuses the task of another version, and names both", async (t) => {
    const { task, row } = await written(t);
    const own = readTask(task);
    const text = readFileSync(task, "utf8");
    const host = os.hostname();
    for (const [changed, sentence] of [
      [
        { ssdml: "9.9.9", commit: null },
        `the grid was submitted by ssdml 9.9.9, but ${host} has ssdml ${own.ssdml}`,
      ],
      [
        { commit: "0123456789abcdef" },
        `by ssdml ${own.ssdml} (commit 0123456789ab), but ${host} has ssdml ${own.ssdml}`,
      ],
    ] as const) {
      // An installed package knows no commit.
      if (changed.commit !== null && own.commit === null) continue;
      writeFileSync(task, JSON.stringify({ ...(JSON.parse(text) as object), ...changed }));
      const refused = await runCell({ task, row, ...quiet, runTask: never });
      assert.ok(refused.status === "failed" && refused.error.includes(sentence), JSON.stringify(refused));
    }
  });

  it("refuses a task whose settings are not those of its id", async (t) => {
    const { task, row } = await written(t, { labeledPerClass: 11 });
    const refused = await runCell({ task, row, ...quiet, runTask: never });
    assert.match(
      refused.status === "failed" ? refused.error : "",
      /does not match its own settings, which make it mnist-agml-1-[0-9a-f]{8} on /,
    );
  });

  it("refuses features that are not those of the grid", async (t) => {
    const file = path.join(temporaryFolder(t), "cub200.safetensors");
    writeFileSync(file, "features");
    const [bird] = reproductionGrid("table2", {
      features: path.dirname(file),
      datasets: ["cub200"],
      methods: ["AGML"],
    });
    const { task, row } = await written(t, bird);
    writeFileSync(file, "other features");
    const refused = await runCell({ task, row, ...quiet, runTask: never });
    assert.match(
      refused.status === "failed" ? refused.error : "",
      /cub200\.safetensors is not the file that the grid was submitted with/,
    );
  });

  it("names this machine where the disk is full", async (t) => {
    const { task, row } = await written(t);
    const module = path.resolve("dist", "lib", "reproduce", "index.js");
    const record = finishedRecord(cell, 50);
    const script = `require(${JSON.stringify(module)}).runCell({ task: "${task}", row: "${row}", onProgress() {}, runTask: async () => (${JSON.stringify({ ...record, platform: "x".repeat(1e5) })}) }).catch((error) => console.log(error.message))`;
    const file = path.join(path.dirname(task), "script.js");
    writeFileSync(file, script);
    // A limit of 64 kB on what the process may write stands for a full disk.
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 64; "$0" '${file}'`, process.execPath],
      { encoding: "utf8" },
    );
    assert.ok(stdout.startsWith(`on ${os.hostname()}: cannot write ${row}: `), stdout + stderr);
    assert.equal(readRow(row, cell.id), undefined);
  });

  it("names a file that is no task", async (t) => {
    const { task, row } = await written(t);
    for (const text of ["{", "[]", '{"cell": {}}']) {
      writeFileSync(task, text);
      await assert.rejects(
        runCell({ task, row, ...quiet, runTask: never }),
        /^UserError: .*task\.json is not .*Submit the grid again/,
      );
    }
  });
});
