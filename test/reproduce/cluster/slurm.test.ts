import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { noSlurm, startSlurm } from "../../support/slurm";
import { temporaryFolder } from "../../support/temporary";
import { cellOn, startGrid, startLocal, until } from "./support";

const onSlurm = ["--on", "slurm", "--poll", "0.5"];
const on = (node: "n1" | "n2", folder: string) => cellOn(`SLURMD_NODENAME=${node}`, folder);

describe("ssdml reproduce --on slurm", { skip: noSlurm }, () => {
  it("makes the same table as this machine alone, although a cell and a node are killed", async (t) => {
    const { environment, killNode } = await startSlurm(t);
    const folder = temporaryFolder(t);
    const grid = startGrid(folder, onSlurm, { environment });
    await until(() => !!on("n1", folder) && !!on("n2", folder), grid.said);
    const [first, second] = [on("n1", folder)!, on("n2", folder)!];
    killNode("n2");
    for (const pid of [second.parent, second.cell, first.cell]) process.kill(pid, "SIGKILL");
    const checkSameAsLocal = startLocal(folder);
    assert.equal(await grid.ended, 0, grid.said());
    assert.match(grid.said(), /3 cells, 0 of them already finished; as jobs of slurm, 1 thread each/);
    assert.match(
      grid.said(),
      /mnist-deep-lrml-\d-\w+: job \w+ ended as FAILED without a row.*submitted again, 1 of 2 times/,
    );
    assert.match(grid.said(), /\[3\/3\] mnist, Deep-LRML, seed/);
    await checkSameAsLocal();
  });

  it("leaves the jobs alone at Ctrl-C, finds them again, and cancels them", async (t) => {
    const { environment, run } = await startSlurm(t);
    const folder = temporaryFolder(t);
    const jobs = () => run("squeue", "--array", "--noheader").trim().split("\n").filter(Boolean).length;
    const grid = startGrid(folder, onSlurm, { environment });
    await until(() => !!on("n1", folder) && !!on("n2", folder), grid.said);

    const refused = startGrid(folder, onSlurm, { environment });
    assert.equal(await refused.ended, 1);
    assert.match(refused.said(), /Another reproduction in grid is running \(process \d+ on /);

    grid.child.kill("SIGINT");
    assert.equal(await grid.ended, 130);
    assert.match(grid.said(), /The jobs go on in slurm: 2 running, 1 waiting\. .*--cancel to end them/);
    assert.equal(jobs(), 3);

    const again = startGrid(folder, onSlurm, { environment });
    await until(() => again.said().includes("3 jobs of an earlier call found in slurm"), again.said);
    again.child.kill("SIGINT");
    assert.equal(await again.ended, 130);
    assert.equal(jobs(), 3);

    const canceled = startGrid(folder, [...onSlurm, "--cancel"], { environment });
    assert.equal(await canceled.ended, 0, canceled.said());
    assert.match(canceled.said(), /^3 jobs canceled$/m);
    await until(
      () => jobs() === 0,
      () => run("squeue"),
    );
  });

  it("says what is wrong with the cluster", async (t) => {
    const { environment } = await startSlurm(t);
    const folder = temporaryFolder(t);
    const none = startGrid(folder, onSlurm, { environment: { ...environment, PATH: "/nowhere" } });
    assert.equal(await none.ended, 1);
    assert.match(none.said(), /--on slurm: there is no sbatch on .*login node/);

    const partition = startGrid(folder, [...onSlurm, "--partition", "moon"], { environment });
    assert.equal(await partition.ended, 1);
    assert.match(partition.said(), /ssdml: sbatch: .*invalid partition specified: moon/);
    assert.ok(!existsSync(path.join(folder, "grid", "results.jsonl")));

    // As on a node with another disk at this path: neither a row nor a log arrives.
    const other = ["--retries", "0", "--prologue", "rm -f *.log; exit 0"];
    const elsewhere = startGrid(folder, [...onSlurm, ...other], { environment });
    assert.equal(await elsewhere.ended, 1);
    assert.match(
      elsewhere.said(),
      /COMPLETED, but neither a row nor a log appeared here\. Is grid the same folder on the nodes/,
    );
    assert.match(elsewhere.said(), /3 of 3 cells failed/);
  });
});
