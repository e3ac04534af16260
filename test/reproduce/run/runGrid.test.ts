import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it } from "node:test";
import {
  readStore,
  reproductionGrid,
  runGrid,
  storeFile,
  type GridEvent,
  type GridRun,
} from "../../../lib/reproduce";
import type { RunTask } from "../../../lib/reproduce/runInChild";
import { temporaryFolder } from "../../support/temporary";
import { finishedRecord } from "../support";

const cells = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], seeds: 1 }).slice(0, 6);
const ready: RunTask = ({ cell }) => Promise.resolve(finishedRecord(cell, 50));

async function collect(run: Pick<GridRun, "folder"> & Partial<GridRun>): Promise<GridEvent[]> {
  const events: GridEvent[] = [];
  for await (const event of runGrid({ cells, engine: "wasm", runTask: ready, ...run })) events.push(event);
  return events;
}

const counted = (runTask: RunTask) => {
  const ran: string[] = [];
  const counting: RunTask = (task, options) => {
    ran.push(task.cell.method);
    return runTask(task, options);
  };
  return { ran, runTask: counting };
};

describe("runGrid", () => {
  it("runs every cell once, in order, and tells how many are done", async (t) => {
    const folder = temporaryFolder(t);
    const { ran, runTask } = counted(ready);
    const events = await collect({ folder, runTask });
    assert.deepEqual(
      ran,
      cells.map(({ method }) => method),
    );
    assert.deepEqual(events[0], { kind: "started", total: 6, finished: 0, jobs: 1, threads: null });
    assert.deepEqual(
      events.flatMap((event) => (event.kind === "cell" ? event.done : [])),
      [1, 2, 3, 4, 5, 6],
    );
    assert.equal(readStore(storeFile(folder)).records.length, 6);
    assert.ok(!existsSync(path.join(folder, "lock")));
  });

  it("does not compute finished cells again, in whatever order or part they were finished", async (t) => {
    const folder = temporaryFolder(t);
    await collect({ folder, cells: [cells[4], cells[1]] });
    const { ran, runTask } = counted(ready);
    const events = await collect({ folder, runTask });
    assert.deepEqual(
      ran,
      [0, 2, 3, 5].map((i) => cells[i].method),
    );
    assert.equal(events[0].kind === "started" && events[0].finished, 2);
    const before = readFileSync(storeFile(folder));
    await collect({ folder, runTask: () => Promise.reject(new Error("must not run")) });
    assert.deepEqual(readFileSync(storeFile(folder)), before);
  });

  it("notes a cell that fails, runs the others, and tries it again the next time", async (t) => {
    const folder = temporaryFolder(t);
    const events = await collect({
      folder,
      runTask: (task, options) =>
        task.cell === cells[2] ? Promise.reject(new Error("no luck")) : ready(task, options),
    });
    const records = events.flatMap((event) => (event.kind === "cell" ? event.record : []));
    assert.deepEqual(
      records.map(({ status }) => status),
      ["finished", "finished", "failed", "finished", "finished", "finished"],
    );
    assert.equal(records[2].status === "failed" && records[2].error, "no luck");
    const { ran, runTask } = counted(ready);
    await collect({ folder, runTask });
    assert.deepEqual(ran, [cells[2].method]);
  });

  it("runs as many at a time as it is told, and shares the threads", async (t) => {
    let running = 0;
    let most = 0;
    const slow: RunTask = async ({ cell, threads }, { onProgress }) => {
      most = Math.max(most, ++running);
      assert.ok(threads !== null && threads >= 1);
      await wait(20);
      onProgress(0.5);
      await wait(20);
      running--;
      return finishedRecord(cell, 50);
    };
    const events = await collect({ folder: temporaryFolder(t), jobs: 3, runTask: slow });
    assert.equal(most, 3);
    assert.equal(events.filter(({ kind }) => kind === "cell").length, 6);
    assert.ok(events.some((event) => event.kind === "progress" && event.share > 0 && event.share < 1));
  });

  it("stops at an abort without noting the broken cells as failed", async (t) => {
    const folder = temporaryFolder(t);
    const abort = new AbortController();
    const endless: RunTask = ({ cell }, { signal }) =>
      cell === cells[0]
        ? Promise.resolve(finishedRecord(cell, 50))
        : new Promise((_, reject) => {
            signal!.addEventListener("abort", () => {
              reject(signal!.reason as Error);
            });
            setTimeout(() => {
              abort.abort();
            }, 30);
          });
    await collect({ folder, signal: abort.signal, jobs: 2, runTask: endless });
    assert.deepEqual(
      readStore(storeFile(folder)).records.map(({ id }) => id),
      [cells[0].id],
    );
  });

  it("ends what is running when its reader goes away", async (t) => {
    let ended = false;
    const endless: RunTask = (_, { onProgress, signal }) =>
      new Promise((__, reject) => {
        signal!.addEventListener("abort", () => {
          ended = true;
          reject(signal!.reason as Error);
        });
        onProgress(0.1);
      });
    const folder = temporaryFolder(t);
    for await (const event of runGrid({ cells, folder, engine: "wasm", runTask: endless })) {
      if (event.kind === "progress") break;
    }
    assert.ok(ended);
    assert.ok(!existsSync(path.join(folder, "lock")));
  });

  it("refuses a folder that another reproduction works in, and a silly number of jobs", async (t) => {
    const folder = temporaryFolder(t);
    const first = runGrid({ cells, folder, engine: "wasm", runTask: ready });
    await first.next();
    await assert.rejects(collect({ folder }), /Another reproduction .* is running/);
    await first.return();
    await assert.rejects(collect({ folder, jobs: 0 }), /jobs must be a whole number in \[1, 64\], got 0/);
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    await assert.rejects(collect({ folder: path.join(file, "x") }), /cannot write to .*file.x: .* is a file/);
  });
});
