export { angularLoss, type AngularLossOptions } from "./angularLoss";
export { angularTripletLoss, type AngularTripletLossOptions } from "./angularTripletLoss";
export { batchAngularLoss, type BatchAngularLossOptions } from "./batchAngularLoss";
export type { Loss, LossBatch, LossProblem } from "./loss";
export { metricDefaults, metricProblem } from "./metricProblem";
export type { MetricProblem, MetricProblemOptions, TensorMetricProblem } from "./metricProblem";
