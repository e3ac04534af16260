export * from "./agml";
export * from "./classical";
export {
  paperSettings,
  runExperiment,
  type Experiment,
  type ExperimentResult,
  type ResultRow,
} from "./experiment";
export { published, type PublishedRow } from "./published";
