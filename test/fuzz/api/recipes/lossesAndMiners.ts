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
