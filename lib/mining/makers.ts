import { affinityMiner } from "./affinityMiner";
import { allTriplets } from "./allTriplets";
import { beliefMiner } from "./beliefMiner";
import { semiHardMiner } from "./semiHardMiner";

/** The functions that make a miner. */
export const minerMakers = [affinityMiner, beliefMiner, allTriplets, semiHardMiner];
