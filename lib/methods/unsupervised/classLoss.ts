import { namedPart } from "../../core";
import { headScale, softmaxHead, type Loss } from "../../losses";

/** The mean cross-entropy of softmax(8·zLH + b) over the classes that the miner made; H and b are learned with the network. */
export const classLoss = (): Loss =>
  namedPart(
    "classLoss",
    {},
    softmaxHead(
      headScale,
      ({ classes }) => classes,
      ({ labels }) => labels,
    ),
  );
