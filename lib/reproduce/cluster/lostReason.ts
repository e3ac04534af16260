import { existsSync } from "node:fs";
import { readText } from "../../io/files";
import { tellingLine } from "../../io/processes";
import type { Batch, Executor, JobState } from "./executor";

/** Why a cell has no row although its job has ended, in one sentence: from the scheduler and from the job's log. */
export function lostReason(
  executor: Executor,
  folder: string,
  batch: Batch,
  id: string,
  state: JobState | undefined,
): string {
  const ended = state?.words ?? "its job is gone";
  const log = executor.logFile(batch, id);
  if (!existsSync(log))
    return `${ended}, but neither a row nor a log appeared here. Is ${folder} the same folder on the nodes, and is there space on its disk?`;
  const said = readText(log).trim();
  return said === ""
    ? `${ended} without a row and without a message; ${log} is empty`
    : `${ended} without a row: ${tellingLine(said)} (${log})`;
}
