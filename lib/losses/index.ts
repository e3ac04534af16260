export { angularLoss, type AngularLossOptions } from "./angularLoss";
export { angularNPairsLoss, type AngularNPairsLossOptions } from "./angularNPairsLoss";
export { angularTripletLoss, type AngularTripletLossOptions } from "./angularTripletLoss";
export { batchAngularLoss, type BatchAngularLossOptions } from "./batchAngularLoss";
export { callableLoss, type CallableLoss, type LossAloneOptions } from "./callableLoss";
export { instanceLoss, instanceLossDefaults, type InstanceLossOptions } from "./instanceLoss";
export {
  lossValue,
  batchWith,
  countClasses,
  differentiatedProblem,
  evaluateLoss,
  isIndependence,
  type Loss,
  type LossBatch,
  type LossProblem,
} from "./loss";
export { relationsOf } from "./relations";
export { lossMakers } from "./makers";
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
export { normalizedSoftmaxLoss, type NormalizedSoftmaxLossOptions } from "./normalizedSoftmaxLoss";
export { softmaxLoss, type SoftmaxLossOptions } from "./softmaxLoss";
export { tripletMarginLoss, type TripletMarginLossOptions } from "./tripletMarginLoss";
export type { TripletReduction } from "./tripletTerms";
export { circleLoss, type CircleLossOptions } from "./circleLoss";
export { contrastiveLoss, type ContrastiveLossOptions } from "./contrastiveLoss";
export { multiSimilarityLoss, type MultiSimilarityLossOptions } from "./multiSimilarityLoss";
export { nPairsLoss, type NPairsLossOptions } from "./nPairsLoss";
export { ntXentLoss, type NtXentLossOptions } from "./ntXentLoss";
export { proxyAnchorLoss, type ProxyAnchorLossOptions } from "./proxyAnchorLoss";
export { proxyNcaLoss, type ProxyNcaLossOptions } from "./proxyNcaLoss";
export { supConLoss, type SupConLossOptions } from "./supConLoss";
export { viewLoss, type ViewLossOptions } from "./viewLoss";
