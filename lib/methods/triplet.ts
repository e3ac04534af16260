import { about, positive } from "../core/options";
import { tripletMarginLoss } from "../losses";
import { semiHardMiner } from "../mining";
import { learnerClass } from "../train";
import {
  supervised,
  supervisedDefaults,
  type SupervisedOptions,
  type SupervisedSettings,
} from "./supervised";

const own = { margin: 0.2 };

/** The settings of Triplet. */
export interface TripletOptions extends SupervisedOptions {
  /** How much farther than the positive the negative is to be. Default 0.2. */
  margin?: number;
}

export type TripletSettings = SupervisedSettings & typeof own;

export const tripletDefaults = Object.freeze({ ...supervisedDefaults, ...own });

/**
 * The triplet loss with semi-hard negatives (Schroff, Kalenichenko, Philbin 2015, "FaceNet"), a competitor of the paper: it learns from the
 * labeled examples alone. In every mini-batch, of equally many anchors of each class, all triplets with d(a, p) < d(a, n) < d(a, p) + 0.2 cost
 * d(a, p) − d(a, n) + 0.2, where d is the squared distance.
 *
 * @example
 * const model = await new Triplet({ network: mlp([4]), epochs: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class Triplet extends learnerClass<TripletOptions, TripletSettings>(
  supervised("Triplet", {
    defaults: own,
    ranges: { margin: about("how much farther than the positive the negative is to be", positive()) },
    loss: ({ margin }) => tripletMarginLoss({ margin, miner: semiHardMiner({ margin }) }),
  }),
) {}
