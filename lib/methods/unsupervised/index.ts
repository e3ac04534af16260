export { clusterMiner, clusterMinerDefaults, type ClusterMinerOptions } from "./clusterMiner";
export { DeepCluster, deepClusterOptions, type DeepClusterOptions } from "./deepCluster";
export { Synthetic, syntheticOptions, type SyntheticOptions } from "./synthetic";
export type { UnsupervisedOptions } from "./unsupervised";
