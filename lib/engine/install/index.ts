export type { DoneEvent, DownloadEvent, InstallEvent, StepEvent } from "./events";
export {
  engineFolder,
  type EngineRecord,
  installableEngines,
  type InstallableEngine,
  installedEngine,
  type InstalledEngine,
} from "./installedEngine";
export { installEngine, type InstallOptions } from "./installEngine";
