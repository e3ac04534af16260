import { namedPart } from "../core";
import { readOptions, wholeNumber } from "../core/options";
import type { Loss } from "./loss";
import { headScale, softmaxHead } from "./softmaxHead";

export interface ViewLossOptions {
  /** How many views of each example a mini-batch has. Default 4. */
  views?: number;
}

/**
 * Which view is it? The mean cross-entropy of softmax(8·zLH + b), whose classes are the numbers of the views; for views that differ in a known way, such as
 * the `quarterTurns` of Rotation (Gidaris et al. 2018). H and b are learned with the network and dropped after training.
 *
 * @example const model = new AGML({ augment: [quarterTurns()], views: 4, miner: everyExample(), loss: viewLoss(), metric: noMetric() });
 */
export function viewLoss(options: ViewLossOptions = {}): Loss {
  const settings = readOptions("viewLoss", options, { views: wholeNumber({ min: 2, default: 4 }) });
  const loss = softmaxHead(
    headScale,
    () => settings.views,
    (batch) => batch.views,
  );
  return namedPart("viewLoss", settings, loss);
}
