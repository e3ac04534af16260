import path from "node:path";
import { UserError } from "../core";
import { oneOf } from "../core/options";
import { ownVersion, type PreparedExperiment } from "../reproduce";
import { openJsonLines } from "./jsonLines";
import { mlflowAddress, openMlflow } from "./mlflow";
import type { OpenLog, RunDescription, RunLog } from "./runLog";
import { openTensorBoard } from "./tensorBoard";
import { failureText } from "./trackRun";

/** The logs by the names that are typed after --log. */
const kinds = { tensorboard: openTensorBoard, mlflow: openMlflow, jsonl: openJsonLines } satisfies Record<
  string,
  OpenLog
>;

export type LogName = keyof typeof kinds;
export const logNames = Object.keys(kinds) as LogName[];

/** Checks the names of logs, and that each could be opened, before anything is learned. */
export function readLogNames(names: readonly string[], caller: string): LogName[] {
  const read = [...new Set(names)].map((name) => oneOf(logNames).read(name, caller));
  if (read.includes("mlflow")) mlflowAddress();
  return read;
}

/** What a log says of an experiment. */
export function describeRun(
  { identity }: Pick<PreparedExperiment, "identity">,
  folder: string,
): RunDescription {
  const { dataset, method, labeledPerClass, validation, settings } = identity;
  const { commit, ssdml } = ownVersion();
  return {
    name: path.basename(path.resolve(folder)),
    settings: { labeledPerClass, validation, ...settings },
    tags: {
      method,
      dataset,
      version: ssdml,
      ...(commit !== null && { commit, "mlflow.source.git.commit": commit }),
    },
  };
}

/** Opens logs of a run. `warn` gets a sentence about each that cannot be opened; the run goes on without it. */
export async function openLogs(
  names: readonly LogName[],
  folder: string,
  run: RunDescription,
  warn: (sentence: string) => void,
): Promise<RunLog[]> {
  const logs: RunLog[] = [];
  for (const name of names) {
    try {
      logs.push(await kinds[name](folder, run));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(failureText(error));
    }
  }
  return logs;
}
