export * as tf from "@tensorflow/tfjs-core";
export { UserError } from "./core/errors";
export type { Matrix, MatrixLike } from "./core/values/matrix";
export { random, type Random } from "./core/values/random";
export * from "./engine";
export * from "./datasets";
export * from "./networks";
export * from "./augment";
export * from "./graph";
export * from "./mining";
export * from "./manifold";
export * from "./losses";
export * from "./evaluate";
export * from "./train";
export * from "./methods";
export * from "./project";
export * from "./figures";
export {
  htmlReport,
  paperNeighborhood,
  paperSettings,
  paperTsne,
  runExperiment,
  type Experiment,
  type ExperimentResult,
  type PaperTsneOptions,
  markdownReport,
  readReport,
  reproductionGrid,
  reproductionReport,
  runGrid,
  type CellRecord,
  type GridEvent,
  type Report,
} from "./reproduce";
export * from "./display";
