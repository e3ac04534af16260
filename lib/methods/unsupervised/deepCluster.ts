import { about, wholeNumber } from "../../core/options";
import { constant, learnerClass } from "../../train";
import { classLoss } from "./classLoss";
import { clusterMiner, clusterMinerDefaults } from "./clusterMiner";
import {
  featureMetric,
  unsupervised,
  type UnsupervisedOptions,
  type UnsupervisedSettings,
} from "./unsupervised";

/** The settings of DeepCluster. */
export interface DeepClusterOptions extends UnsupervisedOptions {
  /** Clusters, about ten times the classes; fewer where the partition has fewer different points. Default 100. */
  clusters?: number;
}

export const deepClusterOptions = {
  clusters: about(
    "clusters, about ten times the classes",
    wholeNumber({ min: 2, default: clusterMinerDefaults.clusters }),
  ),
};

/**
 * DeepCluster (Caron et al. 2018; paper, appendix): before every epoch the embeddings are clustered; the network then learns to tell the clusters apart, with a
 * softmax layer that is new in every epoch. It sees no label.
 *
 * @example
 * const model = await new DeepCluster({ network: mlp([8, 4]), clusters: 2, epochs: 2 }).fit(x, labels);
 * model.transform(x).shape; // → [6, 2]
 */
export class DeepCluster extends learnerClass<DeepClusterOptions, UnsupervisedSettings<{ clusters: number }>>(
  unsupervised({
    name: "DeepCluster",
    own: deepClusterOptions,
    training: { epochs: 10, epochsPerPartition: 1, batchSize: 100 },
    optionsOfParts: { miner: ["clusters"], metric: ["metricDimension", "metricStart"] },
    parts: ({ clusters, ...metric }, example) => ({
      miner: clusterMiner({ clusters }),
      loss: classLoss(),
      metric: featureMetric(metric, example),
      // The softmax layer starts anew in every epoch, so that its steps must not become smaller.
      schedule: constant(),
    }),
  }),
) {}
