import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const reproduce = (cwd: string, ...words: string[]) =>
  spawnSync(
    process.execPath,
    [bin, ..."reproduce table1 --scale smoke --dataset mnist --methods AGML --out grid".split(" "), ...words],
    { encoding: "utf8", cwd },
  );

describe("ssdml reproduce --on", () => {
  it("shows what would be submitted, also without a scheduler, and writes nothing", (t) => {
    const folder = temporaryFolder(t);
    const local = reproduce(folder, "--dry-run");
    assert.equal(local.status, 0, local.stderr);
    assert.match(
      local.stdout,
      /^3 cells to run\n {2}mnist-agml-1-\w{8}\n {2}mnist-agml-2-\w{8}\n {2}mnist-agml-3-\w{8}\n$/,
    );
    const onSlurm =
      "--on slurm --dry-run --array-limit 2 --jobs 1 --partition gpu --gpus 1 --time 1:00:00 --memory 4G";
    const slurm = reproduce(folder, ...onSlurm.split(" "), "--prologue", "module load nodejs");
    assert.equal(slurm.status, 0, slurm.stderr);
    const arrays = slurm.stdout.match(/(?<=--array=).*/g);
    assert.deepEqual(arrays, ["0-1%1", "0-0%1"]);
    for (const line of ["partition=gpu", "gres=gpu:1", "time=1:00:00", "mem=4G"])
      assert.ok(slurm.stdout.includes(`\n#SBATCH --${line}\n`), slurm.stdout);
    assert.match(slurm.stdout, /^module load nodejs$/m);
    const onRay = "--on ray --dry-run --cpus 2 --memory 2G --gpus 1";
    const ray = reproduce(folder, ...onRay.split(" "));
    assert.equal(ray.status, 0, ray.stderr);
    const [job] = /\{\n[^}]*\}/.exec(ray.stdout)!;
    assert.deepEqual(
      { ...(JSON.parse(job) as object), submission_id: "", entrypoint: "" },
      {
        submission_id: "",
        entrypoint: "",
        entrypoint_num_cpus: 2,
        entrypoint_num_gpus: 1,
        entrypoint_memory: 2 ** 31,
      },
    );
    assert.match(ray.stdout, /and 1 more like these/);
    assert.ok(!existsSync(path.join(folder, "grid")));
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = temporaryFolder(t);
    for (const [words, sentence] of [
      [["--on", "moon"], /--on must be .*got "moon"/],
      [["--partition", "gpu"], /--partition needs a cluster\. Add --on slurm/],
      [["--cancel"], /--cancel needs a cluster/],
      [["--on", "slurm", "--partition", "a b"], /--partition must be a word without spaces, got "a b"/],
      [["--on", "slurm", "--prologue", "a\nb"], /--prologue must be one line of text/],
      [
        ["--on", "slurm", "--array-limit", "0"],
        /--array-limit must be a whole number in \[1, 1000000\], got 0/,
      ],
      [["--on", "slurm", "--poll", "0"], /--poll must be a number in \[0\.1, 3600\], got 0/],
      [["--on", "slurm", "--retries", "-1"], /--retries/],
      [
        ["--on", "slurm", "--memory", "much"],
        /--memory must be a number with K, M, G or T, such as 8G, got "much"/,
      ],
      [["--on", "slurm", "--ray-address", "http://a"], /--on slurm has no --ray-address\. Leave it out/],
      [["--on", "ray", "--partition", "gpu"], /--on ray has no --partition/],
      [["--on", "ray", "--ray-address", "head:8265"], /--ray-address must be an address such as http:/],
      [
        ["--on", "ray", "--ray-address", "http://127.0.0.1:1"],
        /no Ray cluster answers at http:.*1 \(ECONNREFUSED\)/,
      ],
    ] as [string[], RegExp][]) {
      const { status, stderr } = reproduce(folder, ...words);
      assert.equal(status, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
  });
});
