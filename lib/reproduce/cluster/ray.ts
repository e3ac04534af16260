import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { tellingLine } from "../../io/processes";
import { jobKey, type Batch, type Executor, type JobState } from "./executor";
import { jobLines, quoted, type JobSetting } from "./jobScript";
import { rayRequest } from "./rayRequest";

export interface RaySetting extends JobSetting {
  /** Of the dashboard: http://127.0.0.1:8265. */
  address: string;
  /** Processors of a cell. */
  cpus: number;
  /** Bytes of a cell; 0 for no limit. */
  memory: number;
  /** The most cells that run at a time; undefined for as many as the cluster has processors and GPUs for. */
  atATime?: number | undefined;
}

/** A job as Ray lists it. */
interface RayJob {
  submission_id: string | null;
  status: "PENDING" | "RUNNING" | "STOPPED" | "SUCCEEDED" | "FAILED";
  message: string | null;
}

interface ClusterStatus {
  data?: { clusterStatus?: { loadMetricsReport?: { usage?: Record<string, [number, number] | undefined> } } };
}

/**
 * Runs each cell as a job of a Ray cluster that is there already, through the REST interface of its dashboard. A batch is one cell, whose
 * name is the id of the job: a job is submitted or not, never in part. Ray fails jobs that wait for 15 minutes, so that no more are
 * submitted than can run.
 */
export function ray(setting: RaySetting): Executor {
  const { address, cpus, gpus, atATime } = setting;
  const jobs = async () => (await rayRequest(address, "GET", "/api/jobs/")) as RayJob[];
  return {
    name: "ray",
    threads: cpus,
    batchLimit: 1,
    async checkAvailable() {
      await rayRequest(address, "GET", "/api/version");
    },
    async capacity() {
      if (atATime !== undefined) return atATime;
      const status = (await rayRequest(address, "GET", "/api/cluster_status")) as ClusterStatus;
      const usage = status.data?.clusterStatus?.loadMetricsReport?.usage ?? {};
      const places = [
        [usage.CPU, cpus],
        [usage.GPU, gpus],
      ] as const;
      const enough = places.flatMap(([total, each]) =>
        each > 0 ? Math.floor((total?.[1] ?? 0) / each) : [],
      );
      // One waits where the cluster has no place yet, or does not know it: that makes some clusters grow.
      return Math.max(1, Math.min(...enough));
    },
    preview: (batch) =>
      `POST ${new URL("/api/jobs/", address).href}\n${JSON.stringify(rayJob(batch, setting), null, 2)}\n\n${rayScript(batch, setting)}`,
    async submit(batch) {
      await mkdir(batch.folder, { recursive: true });
      await writeFile(path.join(batch.folder, "job.sh"), rayScript(batch, setting));
      await rayRequest(address, "POST", "/api/jobs/", rayJob(batch, setting));
    },
    async states(batches) {
      const byName = new Map(batches.map((batch) => [batch.name, batch]));
      const states = new Map<string, JobState>();
      for (const job of await jobs()) {
        const batch = byName.get(job.submission_id ?? "");
        if (batch) states.set(jobKey(batch, batch.cells[0]), jobState(job));
      }
      return states;
    },
    async cancel(batches) {
      for (const { name } of batches) await rayRequest(address, "POST", `/api/jobs/${name}/stop`);
    },
    logFile: (batch) => path.join(batch.folder, "0.log"),
  };
}

function rayJob(batch: Batch, { cpus, gpus, memory }: RaySetting): object {
  return {
    submission_id: batch.name,
    entrypoint: `sh ${quoted(path.resolve(batch.folder, "job.sh"))}`,
    entrypoint_num_cpus: cpus,
    ...(gpus > 0 && { entrypoint_num_gpus: gpus }),
    ...(memory > 0 && { entrypoint_memory: memory }),
  };
}

/** The script of a job. Its output goes to a log in the shared folder, as Slurm's does. */
function rayScript(batch: Batch, setting: RaySetting): string {
  const log = quoted(path.resolve(batch.folder, "0.log"));
  return ["#!/bin/sh", `exec >>${log} 2>&1`, ...jobLines(batch, "0", setting), ""].join("\n");
}

function jobState({ status, message, submission_id }: RayJob): JobState {
  if (status === "PENDING") return { phase: "waiting" };
  if (status === "RUNNING") return { phase: "running" };
  const said = status === "FAILED" && message ? ` (${tellingLine(message)})` : "";
  return {
    phase: "ended",
    words: `job ${submission_id} ended as ${status}${said}`,
    isCanceled: status === "STOPPED",
  };
}
