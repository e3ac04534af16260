import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it } from "node:test";
import { reproductionGrid, type GridCell } from "../../lib/reproduce";
import { runInChild } from "../../lib/reproduce/runInChild";
import { temporaryFolder } from "../support/temporary";

const [cell] = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], methods: ["AGML"] });
const quiet = { onProgress: () => undefined };

describe("runInChild", () => {
  it("brings back the sentence of a run that cannot be", async (t) => {
    const impossible: GridCell = { ...cell, labeledPerClass: 100_000 };
    const task = { cell: impossible, folder: temporaryFolder(t), engine: "cpu", threads: null } as const;
    await assert.rejects(
      runInChild(task, quiet),
      /^Error: semiSupervisedSplit: .*fewer than labeledPerClass=100000/,
    );
  });

  it("ends the process at an abort", async (t) => {
    const abort = new AbortController();
    const task = { cell, folder: temporaryFolder(t), engine: "cpu", threads: 1 } as const;
    const run = runInChild(task, { ...quiet, signal: abort.signal });
    const ended = assert.rejects(run, { name: "AbortError" });
    await wait(300);
    const began = performance.now();
    abort.abort();
    await ended;
    assert.ok(performance.now() - began < 10_000);
    await assert.rejects(runInChild(task, { ...quiet, signal: abort.signal }), { name: "AbortError" });
  });
});
