import type { FetchEvent } from "../../io/download/events";
import type { InstalledEngine } from "./installedEngine";

/** The last event: the engine is in place. */
export interface DoneEvent {
  kind: "done";
  engine: InstalledEngine;
  /** True when there was nothing to do. */
  alreadyInstalled: boolean;
}

export type InstallEvent = FetchEvent | DoneEvent;
