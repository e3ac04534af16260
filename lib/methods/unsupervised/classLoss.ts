import { namedPart } from "../../core";
import { headScale, softmaxHead, type Loss } from "../../losses";

/**
 * The mean cross-entropy of softmax(8·zLH + b) over the classes that the miner made; H and b are learned with `learnedRate` times the learning rate of the
 * network.
 */
export function classLoss(learnedRate = 1): Loss {
  const loss = softmaxHead(
    headScale,
    ({ classes }) => classes,
    ({ labels }) => labels,
  );
  return namedPart("classLoss", { learnedRate }, Object.assign(loss, { learnedRate }));
}
