export { angularTripletLoss, type AngularTripletLossOptions } from "./angularTripletLoss";
export { metricDefaults, metricProblem } from "./metricProblem";
export type { MetricProblem, MetricProblemOptions, TensorMetricProblem } from "./metricProblem";
