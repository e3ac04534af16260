export * from "./agml";
export * from "./deep";
export * from "./classical";
export {
  paperSettings,
  runExperiment,
  type Experiment,
  type ExperimentResult,
  type ResultRow,
} from "./experiment";
export { published, type PublishedRow } from "./published";
