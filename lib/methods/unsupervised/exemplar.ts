import { contrast, hue, rotate, scale, shift } from "../../augment";
import { about, wholeNumber } from "../../core/options";
import { exemplarMiner, exemplarMinerDefaults } from "../../mining";
import { isColor, learnerClass, noMetric } from "../../train";
import { classLoss } from "./classLoss";
import {
  needPictures,
  onePartition,
  unsupervised,
  type UnsupervisedOptions,
  type UnsupervisedSettings,
} from "./unsupervised";

/**
 * The softmax layer learns faster than the network, because a class is seen once in an epoch: else all embeddings of held-out digits become alike before
 * the layer has learned anything.
 */
const headRate = 100;

/** The settings of Exemplar. */
export interface ExemplarOptions extends UnsupervisedOptions {
  /** The most images that become classes. Default 8,000. */
  exemplars?: number;
}

export const exemplarOptions = {
  exemplars: about(
    "the most images that become classes",
    wholeNumber({ min: 2, default: exemplarMinerDefaults.exemplars }),
  ),
};

/**
 * Exemplar (Dosovitskiy et al. 2016; paper, appendix): each of a few thousand images is a class, whose members are this image shifted, resized, turned and recolored; the
 * network learns to tell them apart, by a softmax layer that is dropped. It sees no label.
 *
 * @example
 * const model = new Exemplar({ exemplars: 500, epochs: 5 });
 * model.settings.exemplars; // → 500
 */
export class Exemplar extends learnerClass<ExemplarOptions, UnsupervisedSettings<{ exemplars: number }>>(
  unsupervised<{ exemplars: number }>({
    name: "Exemplar",
    own: exemplarOptions,
    training: { epochs: 20, epochsPerPartition: onePartition, batchSize: 100, views: 2 },
    optionsOfParts: { miner: ["exemplars"] },
    learningRate: 1e-4,
    parts({ exemplars }, example) {
      needPictures("Exemplar", example);
      const [height, width] = example ?? [0, 0];
      return {
        augment: [
          shift(0.2 * Math.max(height, width)),
          scale(0.7, 1.4),
          rotate(20),
          contrast(0.5),
          ...(isColor(example) ? [hue(36)] : []),
        ],
        miner: exemplarMiner({ exemplars }),
        loss: classLoss(headRate),
        metric: noMetric(),
      };
    },
  }),
) {}
