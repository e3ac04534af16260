import { affinityMiner } from "./affinityMiner";
import { allTriplets } from "./allTriplets";
import { batchHardMiner } from "./batchHardMiner";
import { beliefMiner } from "./beliefMiner";
import { distanceWeightedMiner } from "./distanceWeightedMiner";
import { multiSimilarityMiner } from "./multiSimilarityMiner";
import { semiHardMiner } from "./semiHardMiner";

/** The functions that make a miner. */
export const minerMakers = [
  ...[affinityMiner, allTriplets, batchHardMiner, beliefMiner, distanceWeightedMiner],
  ...[multiSimilarityMiner, semiHardMiner],
];
