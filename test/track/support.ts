import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { RunDescription } from "../../lib/track";

/** A run to log. */
export const run: RunDescription = {
  name: "mnist-1",
  settings: { k: 5, learningRate: undefined, patience: Infinity },
  tags: { method: "AGML2", dataset: "mnist" },
};

/** SSDML_TRACK names a Python that has tensorboard, mlflow and optuna. */
export const trackProgram = process.env.SSDML_TRACK;
export const trackSkip = {
  skip: trackProgram === undefined && "SSDML_TRACK names no Python with tensorboard, mlflow and optuna",
};

/** Runs a program in that Python, whose last line is JSON. */
export function trackPython(program: string): unknown {
  const { status, stdout, stderr } = spawnSync(trackProgram!, ["-c", program], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}
