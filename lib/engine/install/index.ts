export type { DownloadEvent, StepEvent } from "../../io/download/events";
export type { DoneEvent, InstallEvent } from "./events";
export {
  engineFolder,
  type EngineRecord,
  installableEngines,
  type InstallableEngine,
  installedEngine,
  type InstalledEngine,
} from "./installedEngine";
export { installEngine, type InstallOptions } from "./installEngine";
