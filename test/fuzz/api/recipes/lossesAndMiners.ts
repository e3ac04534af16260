import * as ssdml from "ssdml";
import type { Random } from "../../../../lib/core/values/random";
import type { Recipe } from "../recipes";
import { matrix, numbers, some } from "./choose";

/** Makes a loss or miner and calls it on embeddings and labels. */
const alone = (
  name: string,
  make: (options: never) => (...args: never[]) => unknown,
  options: (random: Random) => object,
): Recipe => ({
  name,
  call: (given: never, ...args: never[]) => make(given)(...args),
  args: ({ points, labels }, r) => [
    some(r, options(r)),
    matrix(r, points),
    numbers(r, labels),
    some(r, { seed: 2 }),
  ],
});

/** Losses and miners, called on their own. */
export const lossAndMinerRecipes: Recipe[] = [
  alone("allTriplets", ssdml.allTriplets, () => ({ perAnchor: 2 })),
  alone("semiHardMiner", ssdml.semiHardMiner, () => ({ margin: 0.5, distance: "euclidean", perAnchor: 3 })),
  alone("batchHardMiner", ssdml.batchHardMiner, () => ({})),
  alone("distanceWeightedMiner", ssdml.distanceWeightedMiner, () => ({ cutoff: 0.3, maxDistance: 1.5 })),
  alone("multiSimilarityMiner", ssdml.multiSimilarityMiner, () => ({ epsilon: 0.3, perAnchor: 3 })),
  alone("circleLoss", ssdml.circleLoss, () => ({ margin: 0.25, scale: 10 })),
  alone("contrastiveLoss", ssdml.contrastiveLoss, () => ({
    positiveMargin: 0.1,
    negativeMargin: 2,
    squared: true,
    reduction: "mean",
  })),
  alone("multiSimilarityLoss", ssdml.multiSimilarityLoss, () => ({
    alpha: 1,
    beta: 9,
    base: 0,
    epsilon: 0.1,
  })),
  alone("nPairsLoss", ssdml.nPairsLoss, () => ({ scale: 2 })),
  alone("ntXentLoss", ssdml.ntXentLoss, () => ({ temperature: 0.5 })),
  alone("proxyAnchorLoss", ssdml.proxyAnchorLoss, () => ({ margin: 0.2, alpha: 8, learnedRate: 2 })),
  alone("proxyNcaLoss", ssdml.proxyNcaLoss, () => ({ scale: 3, learnedRate: 2 })),
  alone("supConLoss", ssdml.supConLoss, () => ({ temperature: 0.5 })),
  alone("angularNPairsLoss", ssdml.angularNPairsLoss, () => ({ alpha: 45 })),
  alone("tripletMarginLoss", ssdml.tripletMarginLoss, () => ({
    margin: 0.5,
    distance: "euclidean",
    reduction: "sum",
    miner: ssdml.semiHardMiner(),
  })),
  alone("softmaxLoss", ssdml.softmaxLoss, () => ({ learnedRate: 10 })),
  alone("normalizedSoftmaxLoss", ssdml.normalizedSoftmaxLoss, () => ({ temperature: 0.1, learnedRate: 10 })),
];
