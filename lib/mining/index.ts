export { affinityMiner, type AffinityMinerOptions } from "./affinityMiner";
export { beliefMiner, beliefMinerDefaults, type BeliefMinerOptions } from "./beliefMiner";
export { graphModes, stationaryDistribution } from "./graphModes";
export { mineTriplets, miningDefaults, type MiningOptions, type NeighborAffinities } from "./mineTriplets";
export {
  minerValue,
  readMined,
  type AffinityChoice,
  type GraphChoice,
  type MinedTriplets,
  type Miner,
  type MinerContext,
  type TripletConstraints,
} from "./miner";
export { selectTriplets, checkTriplets, type Triplets } from "./triplets";
export {
  areSingle,
  everyExample,
  exemplarMiner,
  exemplarMinerDefaults,
  singles,
  type ExemplarMinerOptions,
} from "./singles";
export { tripletDifferences } from "./tripletDifferences";
export { hopsToLabeled, tripletQuality, type QualityRow, type TripletQuality } from "./tripletQuality";
