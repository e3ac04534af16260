/** A sentence about the current step. */
export interface StepEvent {
  kind: "step";
  message: string;
}

/** Progress of one file, in bytes. Bytes that an earlier run downloaded count as received. */
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
