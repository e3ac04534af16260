export { angularLoss, type AngularLossOptions } from "./angularLoss";
export { angularTripletLoss, type AngularTripletLossOptions } from "./angularTripletLoss";
export { batchAngularLoss, type BatchAngularLossOptions } from "./batchAngularLoss";
export { instanceLoss, instanceLossDefaults, type InstanceLossOptions } from "./instanceLoss";
export {
  lossValue,
  batchWith,
  differentiatedProblem,
  evaluateLoss,
  isIndependence,
  type Loss,
  type LossBatch,
  type LossProblem,
} from "./loss";
export { metricDefaults, metricProblem } from "./metricProblem";
export type { MetricProblem, MetricProblemOptions, TensorMetricProblem } from "./metricProblem";
export { headScale, softmaxHead } from "./softmaxHead";
export {
  syntheticLoss,
  syntheticLossDefaults,
  syntheticLossRanges,
  type SyntheticLossOptions,
} from "./syntheticLoss";
export { sigmoid, softplus } from "./softplus";
export { viewLoss, type ViewLossOptions } from "./viewLoss";
