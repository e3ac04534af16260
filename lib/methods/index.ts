export * from "./agml";
export * from "./deep";
export * from "./classical";
export * from "./competitors";
export {
  deepMethods,
  paperSettings,
  type DeepMethodName,
  runExperiment,
  type Experiment,
  type ExperimentResult,
  type ResultRow,
} from "./experiment";
export { resultColumns } from "./resultColumns";
export { summarizeResults, type ResultSummary } from "./summarizeResults";
export { published, type PublishedRow } from "./published";
