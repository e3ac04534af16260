export { readJsonLines } from "./jsonLines";
export { describeRun, logNames, openLogs, readLogNames, type LogName } from "./openLogs";
export type { Measures, RunDescription, RunLog } from "./runLog";
export { trackRun } from "./trackRun";
