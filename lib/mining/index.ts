export { allTriplets, isEveryTriplet, type AllTripletsOptions } from "./allTriplets";
export { affinityMiner, type AffinityMinerOptions } from "./affinityMiner";
export { beliefMiner, beliefMinerDefaults, type BeliefMinerOptions } from "./beliefMiner";
export { callableMiner, type CallableMiner, type MineAloneOptions } from "./callableMiner";
export type { Distance } from "./distances";
export { graphModes, stationaryDistribution } from "./graphModes";
export { mineTriplets, miningDefaults, type MiningOptions, type NeighborAffinities } from "./mineTriplets";
export { minerMakers } from "./makers";
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
export { minerContextOf, type MinedPoints } from "./minerContext";
export { semiHardMiner, type SemiHardMinerOptions } from "./semiHardMiner";
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
export { batchHardMiner } from "./batchHardMiner";
export { distanceWeightedMiner, type DistanceWeightedMinerOptions } from "./distanceWeightedMiner";
export { multiSimilarityMiner, type MultiSimilarityMinerOptions } from "./multiSimilarityMiner";
