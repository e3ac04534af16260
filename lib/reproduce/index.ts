export type { CellRecord, FailedCell, FinishedCell, Provenance } from "./cellRecord";
export {
  gridDefaults,
  gridSchema,
  reproductionGrid,
  tables,
  type GridCell,
  type GridOptions,
  type TableMethod,
  type TableName,
} from "./grid";
export { readReport } from "./report/readReport";
export { htmlReport } from "./report/htmlReport";
export { markdownReport } from "./report/markdownReport";
export {
  reproductionReport,
  type Report,
  type ReportRow,
  type ReportValue,
} from "./report/reproductionReport";
export { writeReport } from "./report/writeReport";
export { finishedCells, readStore, storeFile, type StoreContent } from "./resultStore";
export type { GridEvent } from "./gridEvents";
export { runGrid, runSchema, type Cluster, type GridRun } from "./run/runGrid";
export { scales, type ScaleName } from "./scales";
export { runExperiment, type Experiment, type ExperimentResult } from "./experiment";
export { learn, learnerOf, prepareExperiment, type PreparedExperiment } from "./prepareExperiment";
export { ownVersion } from "./provenance";
export { paperNeighborhood } from "./figures/paperNeighborhood";
export { paperRuns, type PaperRuns, type SavedRun } from "./figures/paperRuns";
export { tsneRun } from "./figures/tsneRun";
export { paperTsne, type PaperTsneOptions } from "./figures/paperTsne";
export { paperSettings } from "./paperSettings";
export { loadDefault } from "./loadDefault";
export { loadMethod } from "./loadMethod";
export { parseResult } from "./resultFile";
export type { Executor } from "./cluster/executor";
export { cancelJobs, countJobs, previewJobs } from "./cluster/jobs";
export { ray } from "./cluster/ray";
export { runCell } from "./cluster/runCell";
export { slurm } from "./cluster/slurm";
