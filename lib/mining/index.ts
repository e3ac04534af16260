export { affinityMiner, type AffinityMinerOptions } from "./affinityMiner";
export { beliefMiner, beliefMinerDefaults, type BeliefMinerOptions } from "./beliefMiner";
export { graphModes, stationaryDistribution } from "./graphModes";
export { mineTriplets, miningDefaults, type MiningOptions, type NeighborAffinities } from "./mineTriplets";
export type { MinedTriplets, Miner, MinerContext } from "./miner";
export { selectTriplets, type Triplets } from "./triplets";
export { tripletDifferences } from "./tripletDifferences";
export { hopsToLabeled, tripletQuality, type QualityRow, type TripletQuality } from "./tripletQuality";
