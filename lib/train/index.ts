export type { DeepLearner, DeepLearnerClass, NetworkOption } from "./deepLearner";
export type { DeepModel } from "./model";
export type {
  EpochRow,
  TrainingEvent,
  TrainingEvent as AgmlEvent,
  TrainingStop,
  ValidationMetrics,
} from "./events";
export type { FitOptions } from "./fitOptions";
export { trainingDefaults, type TrainingOptions, type TrainingSettings } from "./trainingOptions";
