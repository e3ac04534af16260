import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it } from "node:test";
import { readStore } from "../../../lib/reproduce";
import { noSlurm, startSlurm } from "../../support/slurm";
import { temporaryFolder } from "../../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const words = (out: string, ...more: string[]) => [
  bin,
  ..."reproduce table1 --scale smoke --dataset mnist --methods Deep-LRML --seeds 3 --engine wasm".split(" "),
  ...["--out", out],
  ...more,
];
const onSlurm = ["--on", "slurm", "--poll", "0.5"];

interface Run {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

function start(folder: string, environment: NodeJS.ProcessEnv, ...more: string[]): Run {
  const child = spawn(process.execPath, words("grid", ...more), { cwd: folder, env: environment });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (said += text.toString()));
  return { child, said: () => said, ended: new Promise((resolve) => child.on("close", resolve)) };
}

async function until(holds: () => boolean, said: () => string): Promise<void> {
  for (let i = 0; i < 600 && !holds(); i++) await wait(100);
  assert.ok(holds(), said());
}

/** The process of the cell that runs on a node, and the daemon of Slurm that started it. */
function cellOn(node: string, folder: string): { cell: number; step: number } | undefined {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
      const typed = read("cmdline").split("\0");
      const isCell = typed[2] === "cell" && typed[3].startsWith(folder);
      if (!isCell || !read("environ").split("\0").includes(`SLURMD_NODENAME=${node}`)) continue;
      return { cell: Number(pid), step: Number(/^PPid:\s*(\d+)/m.exec(read("status"))![1]) };
    } catch {
      // It has just ended.
    }
  }
  return undefined;
}

/** What a table shows: the lines of the report's tables, without those about the machine and the time. */
const rowsOf = (folder: string) =>
  readStore(path.join(folder, "results.jsonl"))
    .records.map((record) => ({ id: record.id, rows: record.status === "finished" && record.rows }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
const table = (folder: string) =>
  readFileSync(path.join(folder, "report.md"), "utf8").match(/^\| (Initial|Deep-LRML) .*$/gm);

describe("ssdml reproduce --on slurm", { skip: noSlurm }, () => {
  it("makes the same table as this machine alone, although a cell and a node are killed", async (t) => {
    const slurm = await startSlurm(t);
    const folder = temporaryFolder(t);
    const run = start(folder, slurm.environment, ...onSlurm);
    await until(() => !!cellOn("n1", folder) && !!cellOn("n2", folder), run.said);
    const [first, second] = [cellOn("n1", folder)!, cellOn("n2", folder)!];
    slurm.killNode("n2");
    for (const pid of [second.step, second.cell, first.cell]) process.kill(pid, "SIGKILL");
    assert.equal(await run.ended, 0, run.said());
    assert.match(run.said(), /3 cells, 0 of them already finished; as jobs of slurm, 1 thread each/);
    assert.match(
      run.said(),
      /mnist-deep-lrml-\d-\w+: job \w+ ended as FAILED without a row.*submitted again, 1 of 2 times/,
    );
    assert.match(run.said(), /\[3\/3\] mnist, Deep-LRML, seed/);

    const local = spawnSync(process.execPath, words("local"), { cwd: folder, encoding: "utf8" });
    assert.equal(local.status, 0, local.stderr);
    const [grid, own] = [path.join(folder, "grid"), path.join(folder, "local")];
    assert.equal(rowsOf(own).length, 3);
    assert.deepEqual(rowsOf(grid), rowsOf(own));
    assert.equal(table(own)?.length, 2);
    assert.deepEqual(table(grid), table(own));
  });

  it("leaves the jobs alone at Ctrl-C, finds them again, and cancels them", async (t) => {
    const slurm = await startSlurm(t);
    const folder = temporaryFolder(t);
    const jobs = () => slurm.run("squeue", "--array", "--noheader").trim().split("\n").filter(Boolean).length;
    const run = start(folder, slurm.environment, ...onSlurm);
    await until(() => !!cellOn("n1", folder) && !!cellOn("n2", folder), run.said);

    const refused = start(folder, slurm.environment, ...onSlurm);
    assert.equal(await refused.ended, 1);
    assert.match(refused.said(), /Another reproduction in grid is running \(process \d+ on /);

    run.child.kill("SIGINT");
    assert.equal(await run.ended, 130);
    assert.match(run.said(), /The jobs go on in slurm: 2 running, 1 waiting\. .*--cancel to end them/);
    assert.equal(jobs(), 3);

    const again = start(folder, slurm.environment, ...onSlurm);
    await until(() => again.said().includes("3 jobs of an earlier call found in slurm"), again.said);
    again.child.kill("SIGINT");
    assert.equal(await again.ended, 130);
    assert.equal(jobs(), 3);

    const canceled = start(folder, slurm.environment, ...onSlurm, "--cancel");
    assert.equal(await canceled.ended, 0, canceled.said());
    assert.match(canceled.said(), /^3 jobs canceled$/m);
    await until(
      () => jobs() === 0,
      () => slurm.run("squeue"),
    );
  });

  it("says what is wrong with the cluster", async (t) => {
    const slurm = await startSlurm(t);
    const folder = temporaryFolder(t);
    const none = start(folder, { ...slurm.environment, PATH: "/nowhere" }, ...onSlurm);
    assert.equal(await none.ended, 1);
    assert.match(none.said(), /--on slurm: there is no sbatch on .*login node/);

    const partition = start(folder, slurm.environment, ...onSlurm, "--partition", "moon");
    assert.equal(await partition.ended, 1);
    assert.match(partition.said(), /ssdml: sbatch: .*invalid partition specified: moon/);
    assert.ok(!existsSync(path.join(folder, "grid", "results.jsonl")));

    // As on a node with another disk at this path: neither a row nor a log arrives.
    const elsewhere = start(
      folder,
      slurm.environment,
      ...onSlurm,
      "--retries",
      "0",
      "--prologue",
      "rm -f *.log; exit 0",
    );
    assert.equal(await elsewhere.ended, 1);
    assert.match(
      elsewhere.said(),
      /COMPLETED, but neither a row nor a log appeared here\. Is grid the same folder on the nodes/,
    );
    assert.match(elsewhere.said(), /3 of 3 cells failed/);
  });
});
