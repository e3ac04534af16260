import { check } from "../core";
import { finiteNumber, oneOf, optional, readOptions } from "../core/options";
import { toFloat32 } from "../core/values";
import {
  isEveryTriplet,
  minerContextOf,
  minerValue,
  readMined,
  type Distance,
  type Miner,
  type Triplets,
} from "../mining";
import { batchPairs } from "./batchPairs";
import { callableLoss, type AloneCall, type CallableLoss } from "./callableLoss";
import { differentiatedProblem, type LossBatch } from "./loss";
import { distancesBetween, nothing } from "./rows";
import { everyTriplet, listedTriplets, type TripletReduction } from "./tripletTerms";

export interface TripletMarginLossOptions {
  /** How much farther than the positive the negative is to be. Default 0.2. */
  margin?: number;
  /** d: "squared" (default), ‖x − y‖², or "euclidean", ‖x − y‖. */
  distance?: Distance;
  /** The mean over the "active" triplets, which cost more than 0 (default); the "mean" over all; or the "sum". */
  reduction?: TripletReduction;
  /**
   * Mines each mini-batch anew with its embeddings as they are, such as `semiHardMiner()`; `allTriplets()` takes every triplet of the batch.
   * Default: the triplets that the method's miner found in the partition.
   */
  miner?: Miner | undefined;
}

const tripletMarginSchema = {
  margin: finiteNumber({ min: 0, default: 0.2 }),
  distance: oneOf(["squared", "euclidean"], { default: "squared" }),
  reduction: oneOf(["active", "mean", "sum"], { default: "active" }),
  miner: optional(minerValue),
};

/**
 * The triplet loss (Weinberger, Saul 2009; Schroff, Kalenichenko, Philbin 2015, "FaceNet"): ωᵢ max(0, d(a, p) − d(a, n) + margin) over
 * triplets i, d between the zL. On its own, without a miner, over all triplets of the labels. L is learned by the mean or the sum.
 *
 * All triplets of a batch are never listed: they are summed up in blocks of at most 2²⁰ numbers.
 *
 * @example
 * const line = [[0], [0.3], [0.5], [2]];
 * tripletMarginLoss({ margin: 0.2 })(line, [0, 0, 1, 1]).dataSync()[0]; // → 1.225
 * const semiHard = new AGML({ loss: tripletMarginLoss({ miner: semiHardMiner() }), sampler: classBalancedSampler() });
 */
export function tripletMarginLoss(options: TripletMarginLossOptions = {}): CallableLoss {
  const name = "tripletMarginLoss";
  const settings = readOptions(name, options, tripletMarginSchema);
  const { miner, margin, distance, reduction } = settings;
  const takesEvery = miner !== undefined && isEveryTriplet(miner);
  const valueBy = (reduction: TripletReduction) => (batch: LossBatch, alone?: AloneCall) => {
    const { projected } = batch;
    const distances = distancesBetween(projected, projected, distance);
    if (takesEvery || (alone && !miner))
      return everyTriplet(distances, batchPairs(batch, alone !== undefined), { margin, reduction });
    const triplets = alone && miner ? minedNow(name, miner, batch, alone) : batch.triplets;
    if (triplets.count === 0) return nothing(projected);
    return listedTriplets(distances, triplets, { margin, reduction });
  };
  return callableLoss(name, settings, valueBy(reduction), {
    ...(miner && !takesEvery && { miner }),
    // The mean over the active triplets jumps where one of them becomes inactive: no cost for a line search.
    metricProblem: (batch) => differentiatedProblem(valueBy(reduction === "sum" ? "sum" : "mean"), batch),
  });
}

/** What the miner of a loss finds when the loss is called on its own: at once. */
function minedNow(
  name: string,
  miner: Miner,
  { projected, labels }: LossBatch,
  { seed }: AloneCall,
): Triplets {
  const embeddings = toFloat32(projected, `${name}: embeddings`);
  const mined = miner(minerContextOf({ embeddings, labels, seed }).context);
  check(
    !(mined instanceof Promise),
    () =>
      `${name}: the miner ${miner.name || "that was passed"} returns a promise, so that ${name} cannot be called on its own. Pass a miner such as semiHardMiner().`,
  );
  return readMined(miner, mined, labels.length, 0);
}
