import type { FetchEvent } from "../../common/fetch/events";
import type { InstalledEngine } from "./installedEngine";

/** The last event: the engine is in place. */
export interface DoneEvent {
  kind: "done";
  engine: InstalledEngine;
  /** True when there was nothing to do. */
  alreadyInstalled: boolean;
}

export type InstallEvent = FetchEvent | DoneEvent;
