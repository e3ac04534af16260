import { about, atLeast, oneOf, readSettings, type Ranges } from "../core/options";
import type { Loss } from "../losses";
import { allTriplets } from "../mining";
import {
  adam,
  adamDefaults,
  assembleParts,
  classBalancedSampler,
  commonDefaults,
  cosine,
  grassmannMetric,
  noMetric,
  partNames,
  trainingRanges,
  type Blueprint,
  type TrainingOptions,
  type TrainingSettings,
} from "../train";

/** The settings of methods that learn from labeled examples alone. L is learned only for feature vectors without a network. */
export interface SupervisedOptions extends TrainingOptions {
  /** Columns of L. Default half of the numbers of an example. */
  metricDimension?: number | undefined;
  /** How L starts: "random" (default), or "leading", the first axes, which after "half-whitening" are the principal directions. */
  metricStart?: "random" | "leading";
}

export type SupervisedSettings = TrainingSettings &
  Pick<SupervisedOptions, "metricDimension"> &
  Required<Pick<SupervisedOptions, "metricStart">>;

/** The defaults of methods that learn from labeled examples alone: no unlabeled ones in a partition, and Adam with a cosine. */
export const supervisedDefaults = Object.freeze({
  ...commonDefaults,
  partitionSize: 0,
  epochs: 20,
  metricDimension: undefined,
  metricStart: "random",
} as const);

/** Random triplets of each labeled example in an epoch. They only make up the mini-batches, in which the loss finds its own. */
const perAnchor = 20;

/**
 * A method that learns from the labeled examples alone: mini-batches with equally many anchors of each class, and a loss over what they hold.
 * The network does the work and L is I; for feature vectors without a network L on Gr(d, l) is learned.
 */
export function supervised<Own extends object>(
  name: string,
  own: { defaults: Own; ranges: Ranges<Own>; loss: (settings: Own) => Loss },
): Blueprint<SupervisedOptions & Partial<Own>, SupervisedSettings & Own> {
  const defaults = { ...supervisedDefaults, ...own.defaults };
  const partitionSize = about("unlabeled examples of a partition, which are not learned from", atLeast(0));
  const ranges = {
    ...trainingRanges,
    partitionSize,
    metricDimension: about("columns of L, for feature vectors; by default half of their numbers", atLeast(1)),
    metricStart: about(
      "how L starts; leading are the first axes, after half-whitening the principal directions",
      oneOf(["random", "leading"]),
    ),
    ...own.ranges,
  };
  return {
    name,
    replaceable: partNames,
    optionsOfParts: { loss: Object.keys(own.defaults), metric: ["metricDimension", "metricStart"] },
    networkOptions: { initialization: "he" },
    readOptions: (options) =>
      readSettings<SupervisedSettings & Own>(name, defaults as never, ranges as never, options as never),
    assemble(settings, given, example) {
      const onlyL = given.network === undefined && example?.length === 1;
      const {
        miner = allTriplets({ perAnchor }),
        loss = own.loss(settings),
        sampler = classBalancedSampler(),
        metric = onlyL
          ? grassmannMetric({ dimension: settings.metricDimension, start: settings.metricStart })
          : noMetric(),
        optimizer = adam(),
        schedule = cosine(),
      } = given;
      return assembleParts(
        settings,
        { ...given, miner, loss, sampler, metric, optimizer, schedule },
        () => adamDefaults.learningRate,
      );
    },
  };
}
