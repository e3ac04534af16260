import type { CellOptions } from "./scales";

/** Data sets that are learned from the features of a pretrained network, one file each, with the later half of the classes for testing. */
export const fineGrainedDatasets = ["cub200", "cars196"] as const;

export type FineGrainedName = (typeof fineGrainedDatasets)[number];

export const isFineGrained = (dataset: string): dataset is FineGrainedName =>
  (fineGrainedDatasets as readonly string[]).includes(dataset);

/** The embedding size of the paper's fine-grained experiments (appendix, "Implementation details"). */
export const embeddingSize = 128;

/** Features are half-whitened, and all of them are in one partition, as in the paper. */
const common = { preprocessing: "half-whitening", partitionSize: 10_000 } as const;

/** Chosen on classes of CUB-200 that were held out of training, as the others were. */
const schedules = {
  Triplet: { partitionSize: 0, epochs: 12, batchSize: 1000 },
  Angular: { partitionSize: 0, epochs: 4, batchSize: 1000 },
  DeepCluster: { epochs: 1, clusters: 200 },
  Synthetic: { epochs: 1, metricIterations: 1 },
} as const;

/**
 * What differs for fixed features, where L is all that is learned. L starts at the principal directions, and learns from larger mini-batches
 * in fewer iterations than in the paper: held-out classes of CUB-200 are retrieved worse otherwise (results/README.md).
 */
export function featureOptions(method: string): CellOptions {
  switch (method) {
    case "AGML":
      return {
        ...common,
        metricDimension: embeddingSize,
        metricStart: "leading",
        batchSize: 1000,
        metricIterations: 1,
        epochs: 4,
        epochsPerPartition: 1,
      };
    case "AGML2":
      return { ...common, metricDimension: 512, metricStart: "leading", epochs: 4 };
    case "Triplet":
    case "Angular":
    case "DeepCluster":
    case "Synthetic":
      return { ...common, metricDimension: 512, metricStart: "leading", ...schedules[method] };
    default:
      return { ...common, epochs: 2, epochsPerPartition: 1 };
  }
}
