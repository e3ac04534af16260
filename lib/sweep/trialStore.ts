import { appendFileSync, existsSync, truncateSync } from "node:fs";
import path from "node:path";
import { check, UserError } from "../core";
import { either, fields, isCount, isNull, isNumber, isText, listOf, oneOf, readText } from "../io/files";
import type { Score } from "./medianRule";
import type { Parameters } from "./space";

/** A trial that has ended: one line of trials.jsonl. */
export interface Trial {
  /** Counted from 1. */
  trial: number;
  /** "pruned" by the median rule. */
  state: "finished" | "pruned" | "failed";
  parameters: Parameters;
  /** The best score on the validation images; null for a trial that failed. */
  value: number | null;
  /** The epoch of the best score; 0 is the model before training. */
  bestEpoch: number;
  curve: readonly Score[];
  /** Why it failed. */
  error?: string;
  /** In ISO 8601. */
  started: string;
  elapsedMs: number;
}

const isTrial = fields({
  trial: isCount,
  state: oneOf("finished", "pruned", "failed"),
  parameters: fields({}),
  value: either(isNumber, isNull),
  bestEpoch: isCount,
  curve: listOf(fields({ epoch: isCount, value: either(isNumber, isNull) })),
  started: isText,
  elapsedMs: isNumber,
});

export const trialsFile = (folder: string) => path.join(folder, "trials.jsonl");

/** The trials in a folder, in their order. What a killed process left of the last line is cut off. */
export function readTrials(folder: string): Trial[] {
  const file = trialsFile(folder);
  if (!existsSync(file)) return [];
  const text = readText(file);
  const end = text.lastIndexOf("\n") + 1;
  if (end < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  const lines = text.slice(0, end).split("\n").slice(0, -1);
  return lines.map((line, i) => {
    const trial = parsed(line);
    check(
      isTrial(trial) && (trial as Trial).trial === i + 1,
      () =>
        `${file}: line ${i + 1} is not trial ${i + 1} of a sweep. Remove this line and those after it, or choose another folder.`,
    );
    return trial as Trial;
  });
}

/** Adds a line. */
export function appendTrial(folder: string, trial: Trial): void {
  try {
    appendFileSync(trialsFile(folder), `${JSON.stringify(trial)}\n`);
  } catch (error) {
    throw new UserError(`cannot write ${trialsFile(folder)}: ${(error as Error).message}.`);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
