import { affinityMiner } from "./affinityMiner";
import { allTriplets } from "./allTriplets";
import { batchHardMiner } from "./batchHardMiner";
import { beliefMiner } from "./beliefMiner";
import { distanceWeightedMiner } from "./distanceWeightedMiner";
import { multiSimilarityMiner } from "./multiSimilarityMiner";
import { semiHardMiner } from "./semiHardMiner";
import { everyExample, exemplarMiner } from "./singles";

/** The functions that make a miner. */
export const minerMakers = [
  ...[affinityMiner, allTriplets, batchHardMiner, beliefMiner, distanceWeightedMiner],
  ...[everyExample, exemplarMiner, multiSimilarityMiner, semiHardMiner],
];
