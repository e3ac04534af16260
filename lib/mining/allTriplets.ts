import { argument, readOptions } from "../core/options";
import { callableMiner, type CallableMiner } from "./callableMiner";
import { labeledTriplets } from "./labeledTriplets";
import type { Miner } from "./miner";
import type { Triplets } from "./triplets";

export interface AllTripletsOptions {
  /** The most triplets of each anchor, drawn at random. Default Infinity: all. */
  perAnchor?: number;
}

export const perAnchorRange = argument<number>(
  "a whole number of at least 1, or Infinity",
  (value) => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 1),
  { default: Infinity },
);

/**
 * Every triplet that the labels allow: an anchor, another example of its class, and one of another class; examples without a label take no
 * part. Their number grows with the cube of the number of examples: for a partition set `perAnchor`.
 *
 * @example
 * allTriplets()(x, [0, 0, -1, 1, 1, -1]).count; // → 8
 * allTriplets({ perAnchor: 1 })(x, [0, 0, -1, 1, 1, -1]).count; // → 4
 */
export function allTriplets(options: AllTripletsOptions = {}): CallableMiner<Triplets> {
  const settings = readOptions("allTriplets", options, { perAnchor: perAnchorRange });
  const { perAnchor } = settings;
  return callableMiner("allTriplets", settings, ({ labels, random }) =>
    labeledTriplets("allTriplets", labels, { perAnchor, random }, ({ positives, negatives }, take) => {
      for (let p = 0; p < positives.length; p++) for (let n = 0; n < negatives.length; n++) take(p, n);
    }),
  );
}

/** Whether a miner finds every triplet that there is, so that a loss need not list them. */
export const isEveryTriplet = ({ name, settings }: Miner): boolean =>
  name === "allTriplets" && settings?.perAnchor === Infinity;
