import { angularLoss } from "./angularLoss";
import { angularNPairsLoss } from "./angularNPairsLoss";
import { batchAngularLoss } from "./batchAngularLoss";
import { normalizedSoftmaxLoss } from "./normalizedSoftmaxLoss";
import { softmaxLoss } from "./softmaxLoss";
import { tripletMarginLoss } from "./tripletMarginLoss";

/** The functions that make a loss. */
export const lossMakers = [
  ...[angularLoss, angularNPairsLoss, batchAngularLoss, normalizedSoftmaxLoss, softmaxLoss],
  tripletMarginLoss,
];
