export {
  evaluateEmbeddings,
  evaluateFor,
  evaluationDefaults,
  evaluationSchema,
  type Evaluation,
  type EvaluationOptions,
  type EvaluationProgress,
  type Metric,
} from "./evaluateEmbeddings";
export { kMeans, kMeansDefaults, type KMeans, type KMeansOptions } from "./kMeans";
export type { KMeansStopReason } from "./clustering/lloyd";
export { mapAtR, rPrecision } from "./neighborQuality";
export { normalizedMutualInformation } from "./normalizedMutualInformation";
export { recallAtK } from "./recallAtK";
export { evaluationRows } from "./results/evaluationRows";
export { published, publishedRow, type PublishedRow } from "./results/published";
export { resultColumns, resultRows, type ResultRow } from "./results/resultRows";
export { resultTable, resultText } from "./results/resultTable";
export { summarizeResults, type ResultSummary } from "./results/summarizeResults";
