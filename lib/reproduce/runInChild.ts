import { fork } from "node:child_process";
import path from "node:path";
import { tellingLine } from "../io/processes";
import type { FinishedCell } from "./cellRecord";
import type { CellTask } from "./runGridCell";
import type { WorkerMessage } from "./worker";

export interface ChildOptions {
  onProgress: (share: number) => void;
  signal?: AbortSignal | undefined;
}

/** Runs a cell. Rejects with the reason if it fails. */
export type RunTask = (task: CellTask, options: ChildOptions) => Promise<FinishedCell>;

const patienceMs = 3000;

/**
 * Runs a cell in its own process, so that its memory is released and a crash of the engine affects nothing else. An abort ends the
 * process. The process also ends when this one does, for whatever reason.
 */
export const runInChild: RunTask = (task, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = fork(path.join(__dirname, "worker.js"), [], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...threadVariables(task.threads), ...process.env },
      // JSON would lose Infinity.
      serialization: "advanced",
      // In its own group, so that Ctrl-C reaches only this process, which then ends the child.
      detached: process.platform !== "win32",
    });
    let errors = "";
    let outcome: WorkerMessage | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill("SIGTERM");
      killer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    };
    signal?.addEventListener("abort", stop, { once: true });
    child.stderr!.on("data", (text: Buffer) => (errors = (errors + text.toString()).slice(-10_000)));
    child.on("message", (message: WorkerMessage) => {
      if (message.kind === "progress") onProgress(message.share);
      else outcome = message;
    });
    child.on("error", (error) => {
      outcome = { kind: "failed", error: error.message };
    });
    child.on("close", (code, end) => {
      signal?.removeEventListener("abort", stop);
      clearTimeout(killer);
      if (outcome?.kind === "finished") resolve(outcome.record);
      else if (signal?.aborted) reject(signal.reason as Error);
      else if (outcome?.kind === "failed") reject(new Error(outcome.error));
      else reject(new Error(`its process ended with ${end ?? `code ${code}`}: ${tellingLine(errors)}`));
    });
    child.send(task, () => undefined);
  });

/** TensorFlow uses all processors unless these variables limit it. The other engines compute on one thread. */
function threadVariables(threads: number | null): Record<string, string> {
  if (threads === null) return {};
  const names = ["TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS", "OMP_NUM_THREADS"];
  return Object.fromEntries(names.map((name) => [name, String(threads)]));
}
