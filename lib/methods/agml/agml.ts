import { grassmann } from "../../manifold";
import { selectTriplets, type Triplets } from "../../mining";
import { deepLearner } from "../../train/deepLearner";
import type { DeepMethod } from "../../train/deepMethod";
import { seedOf } from "../../train/seeds";
import { minePartition } from "./minePartition";
import { agmlLearningRate, readAgmlOptions, type AgmlOptions, type AgmlSettings } from "./options";
import { restoreTriplets } from "./restoreTriplets";
import { trainBatch } from "./trainBatch";

/**
 * Algorithm 1 (paper §2): graph → affinities → triplets on a partition; on each mini-batch a few conjugate-gradient iterations on L
 * and a step of SGD on θ. L0 is the Q factor of a Gaussian matrix, also where L need not stay orthonormal.
 */
const method: DeepMethod<AgmlOptions, AgmlSettings, Triplets> = {
  name: "AGML",
  readOptions: readAgmlOptions,
  learningRate: agmlLearningRate,
  startMetric: (d, { seed, metricDimension }) =>
    grassmann(d, metricDimension ?? d >> 1).rand(seedOf(seed, "metric")),
  prepare: minePartition,
  restoreConstraints: restoreTriplets,
  trainBatch: (learner, images, triplets, chosen, settings) =>
    trainBatch(learner, images, selectTriplets(triplets, chosen), settings),
};

/**
 * Affinity guided geometric semi-supervised metric learning (Dutta, Harandi, Sekhar 2020), Algorithm 1: learns from a few labeled
 * and many unlabeled images (label −1) a network and a metric L on Gr(d, l).
 *
 * @example
 * const model = new AGML({ seed: 1 });
 * await model.fit(images, labels, { validation, onEvent: (event) => console.log(event.kind) });
 * const embeddings = model.transform(test.images); // [n, l]
 */
export class AGML extends deepLearner(method) {}
