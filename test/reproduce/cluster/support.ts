import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readStore } from "../../../lib/reproduce";

/** A grid of three cells, of seconds each, that `ssdml reproduce` runs. */
const words = (out: string) => [
  path.resolve("bin", "ssdml.cjs"),
  ..."reproduce table1 --scale smoke --dataset mnist --methods Deep-LRML --seeds 3 --engine wasm".split(" "),
  ...["--out", out],
];

/** A running `ssdml reproduce`. */
export interface GridProcess {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

/** Starts the grid in the folder "grid" of a folder. `before` are words before the command, such as those that enter a namespace. */
export function startGrid(
  folder: string,
  options: readonly string[],
  { environment = process.env, before = [] as string[], out = "grid" } = {},
): GridProcess {
  const [program, ...rest] = [...before, process.execPath, ...words(out), ...options];
  const child = spawn(program, rest, { cwd: folder, env: environment });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (said += text.toString()));
  return { child, said: () => said, ended: new Promise((resolve) => child.on("close", resolve)) };
}

/** Starts the same grid on this machine alone, and returns a function that checks that both have the same results and the same table. */
export function startLocal(folder: string): () => Promise<void> {
  const local = startGrid(folder, [], { out: "local" });
  return async () => {
    assert.equal(await local.ended, 0, local.said());
    const [grid, own] = [path.join(folder, "grid"), path.join(folder, "local")];
    assert.equal(rowsOf(own).length, 3);
    assert.deepEqual(rowsOf(grid), rowsOf(own));
    assert.equal(tableOf(own)?.length, 2);
    assert.deepEqual(tableOf(grid), tableOf(own));
  };
}

const rowsOf = (folder: string) =>
  readStore(path.join(folder, "results.jsonl"))
    .records.map((record) => ({ id: record.id, rows: record.status === "finished" && record.rows }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
const tableOf = (folder: string) =>
  readFileSync(path.join(folder, "report.md"), "utf8").match(/^\| (Initial|Deep-LRML) .*$/gm);

/** The processes with a variable in their environment, as the system tells it, such as "SLURMD_NODENAME=n1". */
export function processesWith(variable: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readProcess(pid, "environ").split("\0").includes(variable)).map(Number);
}

/** The process of a cell that runs on a node, which its environment tells, and the process that started it. */
export function cellOn(variable: string, folder: string): { cell: number; parent: number } | undefined {
  const cell = processesWith(variable).find((pid) => {
    const typed = readProcess(pid, "cmdline").split("\0");
    return typed[2] === "cell" && typed[3].startsWith(folder);
  });
  if (cell === undefined) return undefined;
  const parent = /^PPid:\s*(\d+)/m.exec(readProcess(cell, "status"))?.[1];
  return parent === undefined ? undefined : { cell, parent: Number(parent) };
}

/** Empty once it has ended. */
function readProcess(pid: number | string, file: string): string {
  try {
    return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/${file}`, "utf8") : "";
  } catch {
    return "";
  }
}

/** Waits for a minute at most, and shows what was said if it was in vain. */
export async function until(holds: () => boolean, said: () => string): Promise<void> {
  for (let i = 0; i < 600 && !holds(); i++) await wait(100);
  assert.ok(holds(), said());
}
