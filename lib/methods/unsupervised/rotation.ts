import { quarterTurns, turns } from "../../augment";
import { about, oneOf } from "../../core/options";
import { viewLoss } from "../../losses";
import { everyExample } from "../../mining";
import { learnerClass, noMetric, sgd } from "../../train";
import {
  needPictures,
  unsupervised,
  type UnsupervisedOptions,
  type UnsupervisedSettings,
} from "./unsupervised";

/** Chosen on held-out images of Fashion-MNIST; the authors' 0.1 is for a network without embeddings of length one. */
const learningRate = 0.01;

/**
 * Rotation (Gidaris et al. 2018; paper, appendix): every picture of a mini-batch in all four quarter turns; the network learns to tell which is which, by a softmax layer that
 * is dropped. It sees no label.
 *
 * @example
 * const model = new Rotation({ epochs: 5 });
 * model.settings.views; // → 4
 */
export class Rotation extends learnerClass<UnsupervisedOptions, UnsupervisedSettings<object>>(
  unsupervised({
    name: "Rotation",
    own: {},
    training: { epochs: 10, batchSize: 128, views: turns },
    ranges: { views: about("the four quarter turns", oneOf([turns])) },
    fixed: ["augment", "loss"],
    optionsOfParts: {},
    learningRate,
    parts(_, example) {
      needPictures("Rotation", example);
      return {
        augment: [quarterTurns()],
        miner: everyExample(),
        loss: viewLoss({ views: turns }),
        metric: noMetric(),
        optimizer: sgd({ learningRate, nesterov: true }),
      };
    },
  }),
) {}
