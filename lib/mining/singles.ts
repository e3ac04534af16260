import { namedPart } from "../core";
import { readOptions, wholeNumber } from "../core/options";
import type { MinedTriplets, Miner, MinerContext } from "./miner";
import type { Triplets } from "./triplets";

/** Single examples: each stands for a triplet as anchor, positive and negative at once. For losses that see no triplets. */
export const singles = (positions: Int32Array): MinedTriplets => ({
  anchors: positions,
  positives: positions,
  negatives: positions,
});

/** Whether all triplets are single examples, which have no negative to judge. */
export const areSingle = ({ anchors, negatives }: Triplets): boolean =>
  negatives.every((negative, t) => negative === anchors[t]);

/**
 * Every example of the partition by itself, for losses that look at examples and not at triplets, such as `syntheticLoss`. A mini-batch then has
 * `batchSize` examples.
 *
 * @example const model = new AGML({ miner: everyExample(), loss: syntheticLoss(), batchSize: 120 });
 */
export const everyExample = (): Miner =>
  namedPart("everyExample", {}, ({ labels }: MinerContext) =>
    singles(Int32Array.from({ length: labels.length }, (_, i) => i)),
  );

export interface ExemplarMinerOptions {
  /** The most examples that become classes. Default 8,000. */
  exemplars?: number;
}

export const exemplarMinerDefaults = Object.freeze({ exemplars: 8000 });

/**
 * Exemplars (Dosovitskiy et al. 2016): randomly chosen examples of the partition, each of them a class of its own. What its augmented copies have in
 * common is then all there is to learn.
 *
 * @example const model = new AGML({ miner: exemplarMiner({ exemplars: 500 }), loss: batchAngularLoss(), views: 2 });
 */
export function exemplarMiner(options: ExemplarMinerOptions = {}): Miner {
  const settings = readOptions("exemplarMiner", options, {
    exemplars: wholeNumber({ min: 2, default: exemplarMinerDefaults.exemplars }),
  });
  return namedPart("exemplarMiner", settings, ({ labels: { length: n }, random }: MinerContext) => {
    const chosen = random.sample(n, Math.min(n, settings.exemplars));
    const classes = new Int32Array(n).fill(-1);
    chosen.forEach((position, number) => (classes[position] = number));
    return { ...singles(chosen), labels: classes };
  });
}
