export { AGML, agmlDefaults, agmlSchema, type AgmlOptions, type AgmlSettings } from "./agml";
export {
  AGML2,
  agml2ColorDefaults,
  agml2Defaults,
  agml2Schema,
  type Agml2Options,
  type Agml2Settings,
} from "./agml2";
export { Angular, angularDefaults, type AngularOptions, type AngularSettings } from "./angular";
export * from "./classical";
export * from "./competitors";
export { loadModel, type LearnedModel } from "./loadModel";
export { inputShapeOf, modelExtractor } from "./modelExtractor";
export {
  clusterMiner,
  clusterMinerDefaults,
  DeepCluster,
  Exemplar,
  NCE,
  Rotation,
  Synthetic,
  type ClusterMinerOptions,
  type DeepClusterOptions,
  type ExemplarOptions,
  type NceOptions,
  type SyntheticOptions,
  type UnsupervisedOptions,
} from "./unsupervised";
export {
  deepMethods,
  isUnsupervised,
  methodName,
  unsupervisedOptions,
  type DeepMethodName,
} from "./registry";
export { suggestLabels, type SuggestLabelsOptions } from "./suggestLabels";
export { Triplet, tripletDefaults, type TripletOptions, type TripletSettings } from "./triplet";
