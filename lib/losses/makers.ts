import { angularLoss } from "./angularLoss";
import { angularNPairsLoss } from "./angularNPairsLoss";
import { batchAngularLoss } from "./batchAngularLoss";
import { circleLoss } from "./circleLoss";
import { contrastiveLoss } from "./contrastiveLoss";
import { instanceLoss } from "./instanceLoss";
import { multiSimilarityLoss } from "./multiSimilarityLoss";
import { normalizedSoftmaxLoss } from "./normalizedSoftmaxLoss";
import { nPairsLoss } from "./nPairsLoss";
import { ntXentLoss } from "./ntXentLoss";
import { proxyAnchorLoss } from "./proxyAnchorLoss";
import { proxyNcaLoss } from "./proxyNcaLoss";
import { softmaxLoss } from "./softmaxLoss";
import { supConLoss } from "./supConLoss";
import { syntheticLoss } from "./syntheticLoss";
import { tripletMarginLoss } from "./tripletMarginLoss";
import { viewLoss } from "./viewLoss";

/** The functions that make a loss. */
export const lossMakers = [
  ...[angularLoss, angularNPairsLoss, batchAngularLoss, circleLoss, contrastiveLoss, multiSimilarityLoss],
  ...[normalizedSoftmaxLoss, nPairsLoss, ntXentLoss, proxyAnchorLoss, proxyNcaLoss, softmaxLoss, supConLoss],
  ...[instanceLoss, syntheticLoss, tripletMarginLoss, viewLoss],
];
