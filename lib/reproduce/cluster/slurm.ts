import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runProgram } from "../../io/processes";
import { jobKey, SchedulerError, type Batch, type Executor, type JobState } from "./executor";
import { jobLines, type JobSetting } from "./jobScript";

/** What sbatch is told. An empty text leaves a choice to the site. */
export interface SlurmSetting extends JobSetting {
  partition: string;
  /** Processors of a cell. */
  cpus: number;
  /** In the form of sbatch, such as 2:00:00 or 1-12. */
  time: string;
  /** In the form of sbatch, such as 8G. */
  memory: string;
  /** The most cells that run at a time; undefined for as many as the site allows. */
  atATime?: number | undefined;
  arrayLimit: number;
}

/** States after which a job does not run again. Slurm shows them for some minutes (MinJobAge). */
const ended = new Set(
  "BOOT_FAIL CANCELLED COMPLETED DEADLINE FAILED NODE_FAIL OUT_OF_MEMORY PREEMPTED REVOKED TIMEOUT".split(
    " ",
  ),
);

/** Reasons that say nothing about when a job will start. */
const usual = new Set("None Priority Resources BeginTime JobArrayTaskLimit Cleaning Dependency".split(" "));

/**
 * Runs each batch as a job array. It asks `squeue` once for the states of all batches, and never `sacct`: that needs accounting, which not
 * every site has, and asking it often has stalled clusters.
 */
export function slurm(setting: SlurmSetting): Executor {
  return {
    name: "slurm",
    threads: setting.cpus,
    batchLimit: setting.arrayLimit,
    async checkAvailable() {
      await slurmProgram("sbatch", ["--version"]);
    },
    preview: (batch) => slurmScript(batch, setting),
    async submit(batch) {
      const script = path.join(batch.folder, "job.sh");
      await writeFile(script, slurmScript(batch, setting));
      // In its own folder, so that the names of the logs need no quotes.
      await slurmProgram("sbatch", ["--parsable", "job.sh"], batch.folder);
    },
    states: (batches) => states(batches),
    async cancel(batches) {
      for (const { name } of batches)
        await slurmProgram("scancel", ["--quiet", ...ownJobs(), `--name=${name}`]);
    },
    logFile: (batch, id) => path.join(batch.folder, `${batch.cells.indexOf(id)}.log`),
  };
}

/** The script of a job array. */
export function slurmScript(batch: Batch, setting: SlurmSetting): string {
  const { partition, cpus, gpus, time, memory, atATime } = setting;
  const options = {
    "job-name": batch.name,
    array: `0-${batch.cells.length - 1}${atATime === undefined ? "" : `%${atATime}`}`,
    // Logs of a cell that starts again follow each other.
    output: "%a.log",
    "open-mode": "append",
    ...(partition !== "" && { partition }),
    ...(gpus > 0 && { gres: `gpu:${gpus}` }),
    "cpus-per-task": cpus,
    ...(time !== "" && { time }),
    ...(memory !== "" && { mem: memory }),
  };
  return [
    "#!/bin/sh",
    ...Object.entries(options).map(([name, value]) => `#SBATCH --${name}=${value}`),
    "#SBATCH --requeue",
    ...jobLines(batch, "SLURM_ARRAY_TASK_ID", setting),
    "",
  ].join("\n");
}

async function states(batches: readonly Batch[]): Promise<Map<string, JobState>> {
  const format = "--format=%K|%j|%T|%r|%i";
  const output = await slurmProgram("squeue", [
    ...ownJobs(),
    "--array",
    "--noheader",
    "--states=all",
    format,
  ]);
  const byName = new Map(batches.map((batch) => [batch.name, batch]));
  const found = new Map<string, JobState>();
  for (const line of output.split("\n")) {
    const [index, name, state, reason, job] = line.trim().split("|");
    const batch = byName.get(name);
    const id = batch?.cells[Number(index)];
    if (batch && id !== undefined) found.set(jobKey(batch, id), jobState(state, reason, job));
  }
  return found;
}

function jobState(state: string, reason: string, job: string): JobState {
  const isCanceled = state === "CANCELLED";
  if (ended.has(state)) return { phase: "ended", words: `job ${job} ended as ${state}`, isCanceled };
  if (state !== "PENDING") return { phase: "running" };
  return { phase: "waiting", ...(!usual.has(reason) && { trouble: `${state}, ${reason}` }) };
}

/** By number: not every container knows the name of its user. */
const ownJobs = () => [`--user=${process.getuid?.()}`];

/** Runs a program of Slurm and returns what it prints. */
async function slurmProgram(program: string, words: string[], folder?: string): Promise<string> {
  const { found, succeeded, output, errors } = await runProgram(program, words, {
    ...(folder !== undefined && { folder }),
  });
  if (!found)
    throw new SchedulerError(
      `--on slurm: there is no ${program} on ${os.hostname()}. Run the command on a machine that submits jobs, such as the login node, or leave out --on.`,
    );
  if (!succeeded)
    throw new SchedulerError(
      `${program}: ${errors.trim().replace(/\s*\n\s*/g, "; ") || "it failed without a message"}`,
    );
  return output;
}
