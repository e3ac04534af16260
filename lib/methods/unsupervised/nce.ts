import { brightness, contrast, grayscale, hue, resizedCrop, saturation } from "../../augment";
import { about, positive, wholeNumber } from "../../core/options";
import { instanceLoss, instanceLossDefaults } from "../../losses";
import { everyExample } from "../../mining";
import { isColor, learnerClass, noMetric } from "../../train";
import {
  needPictures,
  onePartition,
  unsupervised,
  type UnsupervisedOptions,
  type UnsupervisedSettings,
} from "./unsupervised";

/** The settings of NCE. */
export interface NceOptions extends UnsupervisedOptions {
  /** τ of the softmax. Default 0.1. */
  temperature?: number;
  /** Noise examples per mini-batch, for partitions of 10,000 examples or more. Default 4,096. */
  noise?: number;
}

type Own = Record<"temperature" | "noise", number>;

export const nceOptions = {
  temperature: about(
    "temperature τ of the softmax over the examples",
    positive({ default: instanceLossDefaults.temperature }),
  ),
  noise: about(
    "noise examples per mini-batch, for partitions of 10,000 examples or more",
    wholeNumber({ min: 1, default: instanceLossDefaults.noise }),
  ),
};

/**
 * NCE (instance discrimination, Wu et al. 2018; paper, appendix): the network learns to tell every example from all others, whatever its crop and colors are, by
 * a memory bank of all embeddings. It sees no label.
 *
 * @example
 * const model = new NCE({ temperature: 0.2, epochs: 5 });
 * model.settings.noise; // → 4096
 */
export class NCE extends learnerClass<NceOptions, UnsupervisedSettings<Own>>(
  unsupervised<Own>({
    name: "NCE",
    own: nceOptions,
    training: { epochs: 20, epochsPerPartition: onePartition, batchSize: 100 },
    optionsOfParts: { loss: ["temperature", "noise"] },
    // With Adam's 0.001 the network runs away from its memory.
    learningRate: 1e-4,
    parts({ temperature, noise }, example) {
      needPictures("NCE", example);
      return {
        augment: [
          resizedCrop(0.2),
          brightness(0.4),
          contrast(0.4),
          ...(isColor(example) ? [saturation(0.4), hue(144), grayscale(0.2)] : []),
        ],
        miner: everyExample(),
        loss: instanceLoss({ temperature, noise }),
        metric: noMetric(),
      };
    },
  }),
) {}
