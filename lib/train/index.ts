export { agmlLearningRate } from "./agmlLearningRate";
export { defineMethod, type MethodDefinition } from "./defineMethod";
export type {
  EpochRow,
  TrainingEvent,
  TrainingEvent as AgmlEvent,
  TrainingStop,
  ValidationMetrics,
} from "./events";
export type { FitOptions, LabeledExamples } from "./fitOptions";
export type { DeepLearner, DeepLearnerClass } from "./learner";
export {
  euclideanMetric,
  fullRankMetric,
  grassmannMetric,
  noMetric,
  stiefelMetric,
  type MetricPart,
  type MetricPartOptions,
} from "./metrics";
export type { DeepModel } from "./model";
export { adam, adamDefaults, type AdamOptions } from "./optimizers/adam";
export {
  startOptimizer,
  type Optimizer,
  type OptimizerState,
  type Parameters as TrainableParameters,
  type RunningOptimizer,
} from "./optimizers/optimizer";
export { sgd, sgdDefaults, type SgdOptions } from "./optimizers/sgd";
export type { PartOptions } from "./partOptions";
export { classBalancedSampler, uniformSampler, type Sampler, type SamplerContext } from "./samplers";
export { constant, cosine, step, warmup, type Schedule, type ScheduleProgress } from "./schedules";
export type { BatchOutcome } from "./trainBatch";
export { trainingDefaults, type TrainingOptions, type TrainingSettings } from "./trainingOptions";
