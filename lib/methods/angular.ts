import { about, between } from "../core/options";
import { angularNPairsLoss } from "../losses";
import { learnerClass } from "../train";
import {
  supervised,
  supervisedDefaults,
  type SupervisedOptions,
  type SupervisedSettings,
} from "./supervised";

const own = { alpha: 40 };

/** The settings of Angular. */
export interface AngularOptions extends SupervisedOptions {
  /** α, in degrees. Default 40. */
  alpha?: number;
}

export type AngularSettings = SupervisedSettings & typeof own;

export const angularDefaults = Object.freeze({ ...supervisedDefaults, ...own });

/**
 * The angular loss (Wang, Zhou, Wen, Liu, Lin 2017) with all examples of other classes in the mini-batch as negatives, a competitor of the
 * paper: it learns from the labeled examples alone. Mini-batches hold equally many anchors of each class.
 *
 * @example
 * const model = await new Angular({ network: mlp([4]), epochs: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class Angular extends learnerClass<AngularOptions, AngularSettings>(
  supervised("Angular", {
    defaults: own,
    ranges: { alpha: about("angle α of the loss, in degrees", between(0, 90)) },
    loss: ({ alpha }) => angularNPairsLoss({ alpha }),
  }),
) {}
