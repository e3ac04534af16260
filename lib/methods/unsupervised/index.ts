export { clusterMiner, clusterMinerDefaults, type ClusterMinerOptions } from "./clusterMiner";
export { DeepCluster, deepClusterOptions, type DeepClusterOptions } from "./deepCluster";
export { Exemplar, exemplarOptions, type ExemplarOptions } from "./exemplar";
export { NCE, nceOptions, type NceOptions } from "./nce";
export { Rotation } from "./rotation";
export { Synthetic, syntheticOptions, type SyntheticOptions } from "./synthetic";
export type { UnsupervisedOptions } from "./unsupervised";
