export { openJsonLines, readJsonLines } from "./jsonLines";
export { measuresOf } from "./measures";
export { describeRun, logNames, openLogs, readLogNames, type LogName } from "./openLogs";
export type { Measures, RunDescription, RunLog } from "./runLog";
export { trackRun } from "./trackRun";
