import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { reproductionGrid } from "../../../lib/reproduce";
import { newBatch, rowFile, saveBatch, taskFile } from "../../../lib/reproduce/cluster/gridFolder";
import { readRow } from "../../../lib/reproduce/cluster/rowFile";
import { slurmScript, type SlurmSetting } from "../../../lib/reproduce/cluster/slurm";
import { writeTask } from "../../../lib/reproduce/cluster/taskFile";
import { temporaryFolder } from "../../support/temporary";

const setting: SlurmSetting = {
  partition: "",
  cpus: 1,
  gpus: 0,
  time: "",
  memory: "",
  container: "",
  prologue: "",
  arrayLimit: 1000,
};
const cells = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], methods: ["AGML"] });
const ids = cells.map(({ id }) => id);

describe("the script of a job array", () => {
  it("runs the cell of its index, whatever the folder is called", async (t) => {
    const folder = path.join(temporaryFolder(t), `it's 100 %a "$HOME"`);
    const batch = newBatch(folder, "slurm", ids);
    mkdirSync(batch.folder, { recursive: true });
    await saveBatch(batch);
    // Refused at once, because its settings are not those of its id.
    const cell = { ...cells[1], labeledPerClass: 6 };
    await writeTask(taskFile(folder, ids[1]), { cell, folder, engine: "cpu", threads: 1 });
    const script = path.join(batch.folder, "job.sh");
    writeFileSync(script, slurmScript(batch, { ...setting, prologue: 'echo "before $SLURM_ARRAY_TASK_ID"' }));
    const { status, stdout, stderr } = spawnSync("sh", ["job.sh"], {
      cwd: batch.folder,
      encoding: "utf8",
      env: { ...process.env, SLURM_ARRAY_TASK_ID: "1" },
    });
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^before 1$/m);
    const row = readRow(rowFile(folder, ids[1]), ids[1]);
    assert.match(row?.status === "failed" ? row.error : "", /does not match its own settings/);
    assert.match(
      readFileSync(script, "utf8"),
      /^#!\/bin\/sh\n#SBATCH --job-name=ssdml-[0-9a-f]{8}\n#SBATCH --array=0-2\n/,
    );
  });

  it("says on a node without the shared folder that it is not there", (t) => {
    const batch = newBatch(path.join(temporaryFolder(t), "elsewhere"), "slurm", ids);
    const { status, stderr } = spawnSync("sh", ["-c", slurmScript(batch, setting)], {
      encoding: "utf8",
      env: { ...process.env, SLURM_ARRAY_TASK_ID: "0" },
    });
    assert.equal(status, 1);
    assert.match(stderr, /: the folder .*elsewhere of the grid is not on this machine/);
  });

  it("asks for what was typed, and for nothing else", () => {
    const batch = { name: "ssdml-0", folder: "/grid/slurm/ssdml-0", cells: ids };
    const options = (changes: Partial<SlurmSetting>) =>
      slurmScript(batch, { ...setting, ...changes })
        .match(/(?<=^#SBATCH --).*/gm)!
        .join(" ");
    assert.equal(
      options({}),
      "job-name=ssdml-0 array=0-2 output=%a.log open-mode=append cpus-per-task=1 requeue",
    );
    assert.equal(
      options({ partition: "gpu", gpus: 2, cpus: 4, time: "2:00:00", memory: "8G", atATime: 5 }),
      "job-name=ssdml-0 array=0-2%5 output=%a.log open-mode=append partition=gpu gres=gpu:2 cpus-per-task=4 time=2:00:00 mem=8G requeue",
    );
  });

  it("hands the command to apptainer, word by word", async (t) => {
    const folder = path.join(temporaryFolder(t), "a grid");
    const batch = newBatch(folder, "slurm", ids);
    await saveBatch(batch);
    // In place of apptainer, which few machines have: shows the words that it gets.
    const programs = temporaryFolder(t);
    const program = "#!/bin/sh\nprintf '%s\\n' \"$@\"\n";
    writeFileSync(path.join(programs, "apptainer"), program, { mode: 0o755 });
    const script = slurmScript(batch, { ...setting, gpus: 1, container: "/images/my ssdml.sif" });
    const { stdout, stderr } = spawnSync("sh", ["-c", script], {
      encoding: "utf8",
      env: { ...process.env, SLURM_ARRAY_TASK_ID: "2", PATH: `${programs}:${process.env.PATH}` },
    });
    const cwd = process.cwd();
    assert.deepEqual(
      stdout.trim().split("\n"),
      [
        ...["exec", "--nv", "--bind", folder, "--bind", cwd, "--pwd", cwd, "/images/my ssdml.sif"],
        ...["ssdml", "cell", taskFile(folder, ids[2]), "--row", rowFile(folder, ids[2])],
      ],
      stderr,
    );
  });
});
