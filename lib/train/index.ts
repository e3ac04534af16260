export { agmlLearningRate } from "./agmlLearningRate";
export {
  defineMethod,
  assembleParts,
  optionsOfParts,
  commonParts,
  type MethodDefinition,
} from "./defineMethod";
export type { EpochRow, TrainingEvent, TrainingEvent as AgmlEvent, TrainingStop } from "./events";
export { choices, validationText, type ChooseBy, type ValidationMetrics } from "./chooseBy";
export {
  colorPretraining,
  isColor,
  needsPretraining,
  noPretraining,
  type DefaultsContext,
} from "./defaultsByShape";
export type { FitOptions, LabeledExamples } from "./fitOptions";
export type { Blueprint, DeepLearner, DeepLearnerClass } from "./deepLearner";
export { learnerClass } from "./learner";
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
export { partNames, type PartOptions } from "./partOptions";
export {
  classBalancedSampler,
  evenSampler,
  uniformSampler,
  type Sampler,
  type SamplerContext,
} from "./samplers";
export { constant, cosine, step, warmup, type Schedule, type ScheduleProgress } from "./schedules";
export type { BatchOutcome } from "./trainBatch";
export {
  changedSetting,
  commonDefaults,
  newDefaults,
  trainingDefaults,
  trainingRanges,
  type SgdSettings,
  type TrainingOptions,
  type TrainingSettings,
} from "./trainingOptions";
export { fingerprint } from "./checkpoint";
export type { Batch, ConstraintLimits, Constraints, Learning } from "./learning";
export type { Method } from "./method";
export { isEpochRow } from "./progress";
export { savedArray, savedNumbers, savedPositions, type SavedArrays } from "./savedConstraints";
