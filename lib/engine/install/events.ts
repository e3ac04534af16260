import type { InstalledEngine } from "./installedEngine";

/** A sentence about what happens now. */
export interface StepEvent {
  kind: "step";
  message: string;
}

/** Progress of one file, in bytes; what an earlier run left behind counts as received. */
export interface DownloadEvent {
  kind: "download";
  file: string;
  received: number;
  total: number;
}

/** The last event: the engine is in place. */
export interface DoneEvent {
  kind: "done";
  engine: InstalledEngine;
  /** True when there was nothing to do. */
  alreadyInstalled: boolean;
}

export type InstallEvent = StepEvent | DownloadEvent | DoneEvent;

export function step(message: string): StepEvent {
  return { kind: "step", message };
}
