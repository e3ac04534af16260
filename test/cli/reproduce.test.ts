import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it } from "node:test";
import { readStore } from "../../lib/reproduce";
import { isAlive } from "../../lib/io/processes/isAlive";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const ssdml = (words: string[], cwd = process.cwd()) =>
  spawnSync(process.execPath, [bin, ...words], { encoding: "utf8", cwd });

const command = (out: string, methods = "Deep-LRML,AGML") =>
  `reproduce table1 --scale smoke --dataset mnist --methods ${methods} --seeds 1 --engine wasm --out ${out}`.split(
    " ",
  );

/** A store without what differs between two runs of the same cells. */
const comparable = (folder: string) =>
  readStore(path.join(folder, "results.jsonl")).records.map((record) => ({
    ...record,
    started: "",
    elapsedMs: 0,
    cpuMs: 0,
    peakMemory: 0,
    resumed: false,
  }));

/** Starts the command, sends it a signal as soon as something holds, and returns how it ended. */
async function interrupted(
  words: string[],
  cwd: string,
  signal: NodeJS.Signals,
  holds: (workers: number[]) => boolean,
) {
  const child = spawn(process.execPath, [bin, ...words], { cwd });
  let said = "";
  let workers: number[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (said += text.toString()));
  const watch = setInterval(() => {
    workers = childrenOf(child.pid!);
    if (!holds(workers)) return;
    clearInterval(watch);
    child.kill(signal);
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearInterval(watch);
  return { code, signal: child.signalCode, said, workers };
}

const knowsChildren = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

/** The processes that a process started, where the system tells them (Linux). */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

function hasCheckpoint(folder: string, start: string): boolean {
  if (!existsSync(folder)) return false;
  const cell = readdirSync(folder).find((name) => name.startsWith(start));
  return cell !== undefined && existsSync(path.join(folder, cell, "checkpoint.safetensors"));
}

async function haveEnded(pids: number[]): Promise<boolean> {
  for (let i = 0; i < 100 && pids.some(isAlive); i++) await wait(100);
  return !pids.some(isAlive);
}

describe("ssdml reproduce", () => {
  it("runs a part of a table on real digits, and resumes after a kill with the same store", async (t) => {
    const folder = temporaryFolder(t);
    const first = ssdml(command("whole"), folder);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /2 cells, 0 of them already finished; 1 at a time/);
    assert.match(
      first.stdout,
      /\[1\/2\] mnist, Deep-LRML, seed 1: NMI \d+\.\d, R@1 \d+\.\d; \d+ s; about \d+ s left/,
    );
    assert.match(first.stdout, /\[2\/2\] mnist, AGML, seed 1: NMI \d/);
    const records = comparable(path.join(folder, "whole"));
    assert.equal(records.length, 2);
    for (const record of records) {
      assert.ok(record.status === "finished");
      assert.equal(record.rows.length, 2 * 7);
      assert.deepEqual(record.images, { train: 400, test: 100 });
      assert.equal(record.engine.name, "wasm");
      assert.equal(record.node, process.version);
    }
    assert.match(readFileSync(path.join(folder, "whole", "report.md"), "utf8"), /\| AGML \| 1 \| .*[▲▼≈] \(/);
    assert.ok(existsSync(path.join(folder, "whole", "report.png")));

    const again = ssdml(command("whole"), folder);
    assert.equal(again.status, 0);
    assert.match(again.stdout, /all 2 cells already finished/);
    assert.deepEqual(comparable(path.join(folder, "whole")), records);

    // Killed in the second cell, its line torn for good measure.
    const killed = await interrupted(command("killed"), folder, "SIGKILL", () =>
      hasCheckpoint(path.join(folder, "killed", "cells"), "mnist-agml-1-"),
    );
    assert.equal(killed.signal, "SIGKILL", killed.said);
    assert.equal(killed.workers.length, knowsChildren ? 1 : 0);
    assert.ok(await haveEnded(killed.workers), "the worker ends with its parent");
    writeFileSync(path.join(folder, "killed", "results.jsonl"), '{"status":"finished","id":"mni', {
      flag: "a",
    });
    const resumed = ssdml(command("killed"), folder);
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.match(resumed.stderr, /results\.jsonl: line 2 cannot be read; its cell will run again/);
    assert.match(resumed.stdout, /2 cells, 1 of them already finished/);
    assert.deepEqual(comparable(path.join(folder, "killed")), records);
  });

  it("ends its processes on Ctrl-C and says how to resume", { skip: !knowsChildren }, async (t) => {
    const folder = temporaryFolder(t);
    const words = [...command("run"), "--jobs", "2"];
    const stopped = await interrupted(words, folder, "SIGINT", ({ length }) => length === 2);
    assert.equal(stopped.code, 130, stopped.said);
    assert.match(stopped.said, /Stopped\. Run the same command again to resume\./);
    assert.ok(await haveEnded(stopped.workers));
    assert.ok(!existsSync(path.join(folder, "run", "lock")));
    assert.match(readFileSync(path.join(folder, "run", "report.md"), "utf8"), /AGML, seed 1: not run yet/);
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = temporaryFolder(t);
    for (const [words, sentence] of [
      [[], /reproduce needs one table, table1 or table2 or table3 or table4 or table5, got none/],
      [["table1", "table4"], /reproduce needs one table/],
      [["table9"], /table must be one of table1, table2, table3, table4, table5, got "table9"/],
      [
        ["table2", "--features", "none"],
        /the features of cub200 are not there\. Write them with ssdml features/,
      ],
      [["table1", "--dataset", "cub"], /datasets\[0\] must be one of mnist, .*, got "cub"/],
      [["table4", "--methods", "AGML,LMNN"], /methods must be some of .*got "LMNN"/],
      [["table1", "--scale", "huge"], /--scale must be "smoke", "quick" or "paper", got "huge"/],
      [["table1", "--seeds", "some"], /--seeds must be a whole number in \[1, 1000\], got "some"/],
      [["table1", "--jobs", "0"], /--jobs must be a whole number in \[1, 64\], got 0/],
      [["table1", "--engine", "abacus"], /abacus/],
      [["table1", "--frob"], /--frob.*ssdml reproduce --help/],
    ] as [string[], RegExp][]) {
      const { status, stderr } = ssdml(["reproduce", ...words], folder);
      assert.equal(status, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
    assert.match(
      ssdml(["reproduce", "--help"]).stdout,
      /^Usage: ssdml reproduce table1 \| table2 \| table3 \| table4 \| table5/,
    );
  });
});
