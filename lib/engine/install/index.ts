export type { DownloadEvent, StepEvent } from "../../io/download";
export {
  engineFolder,
  type EngineRecord,
  installableEngines,
  type InstallableEngine,
  installedEngine,
  type InstalledEngine,
} from "./installedEngine";
export { type DoneEvent, installEngine, type InstallEvent, type InstallOptions } from "./installEngine";
