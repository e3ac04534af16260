export { AGML, type AgmlConstructorOptions } from "./agml";
export type { AgmlModel } from "./agmlModel";
export type { AgmlEvent, EpochRow, TrainingStop, ValidationMetrics } from "./events";
export { agmlDefaults, agmlLearningRate, type AgmlOptions, type AgmlSettings } from "./options";
export type { FitOptions } from "./fitOptions";
