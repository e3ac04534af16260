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

export type FetchEvent = StepEvent | DownloadEvent;

export function step(message: string): StepEvent {
  return { kind: "step", message };
}
