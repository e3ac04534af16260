import {
  about,
  atLeast,
  notNegative,
  oneOf,
  readOptions,
  settingsSchema,
  type Ranges,
  type Schema,
} from "../../core/options";
import { check } from "../../core";
import type { Shape } from "../../networks";
import {
  adam,
  adamDefaults,
  assembleParts,
  commonDefaults,
  cosine,
  evenSampler,
  noMetric,
  noPretraining,
  partNames,
  stiefelMetric,
  trainingRanges,
  type Blueprint,
  type MetricPart,
  type PartOptions,
  type SgdSettings,
  type TrainingOptions,
  type TrainingSettings,
} from "../../train";

/** The settings that all unsupervised methods share. Nothing is pretrained, because that would take labels. */
export interface UnsupervisedOptions extends Omit<
  TrainingOptions,
  keyof SgdSettings | "pretrainingEpochs" | "pretrainingLearningRate" | "pretrainingMirror"
> {
  /** Columns of L, which is learned only where it is the method's, or for feature vectors. Default half of the network's d. */
  metricDimension?: number | undefined;
  /** How L starts: "random" (default), or "leading", the first axes, which after "half-whitening" are the principal directions. */
  metricStart?: "random" | "leading";
}

export type UnsupervisedSettings<Own> = TrainingSettings &
  Own &
  Pick<UnsupervisedOptions, "metricDimension"> &
  Required<Pick<UnsupervisedOptions, "metricStart">>;

/** What makes an unsupervised method. */
interface Recipe<Own extends object> {
  name: string;
  /** The options that only it has, with their defaults. */
  own: Schema;
  /** Defaults of the training that differ. */
  training: Partial<TrainingSettings>;
  /** Other valid values of the training's options. */
  ranges?: Partial<Ranges<TrainingSettings>>;
  /** Parts that cannot be replaced, because they are the task. */
  fixed?: readonly (keyof PartOptions)[];
  /** Which part each own option sets up. */
  optionsOfParts: Partial<Record<keyof PartOptions, readonly string[]>>;
  /** The parts that are not Adam with a cosine schedule, for examples of a shape, where it is known. */
  parts(settings: UnsupervisedSettings<Own>, example: Shape | undefined): PartOptions;
  /** η. Default Adam's. */
  learningRate?: number;
}

const metricDimension = about("columns of L; by default half as many as the network's outputs", atLeast(1));
const metricStart = about(
  "how L starts; leading are the first axes, after half-whitening the principal directions",
  oneOf(["random", "leading"]),
);
const notPretrained = about("there is no pretraining, which would take labels", oneOf([0]));
const notMirrored = about("there is no pretraining, which would take labels", oneOf([false]));

/**
 * A method that sees no label: all examples are unlabeled. The network learns from a task that the examples set by themselves; what the task needs besides, such as
 * a head, is dropped afterwards.
 */
export function unsupervised<Own extends object>(
  recipe: Recipe<Own>,
): Blueprint<UnsupervisedOptions, UnsupervisedSettings<Own>> {
  const { name, own, learningRate = adamDefaults.learningRate } = recipe;
  const defaults = {
    ...commonDefaults,
    ...noPretraining,
    ...recipe.training,
    metricDimension: undefined,
    metricStart: "random",
  };
  const common = settingsSchema(defaults as never, {
    ...trainingRanges,
    pretrainingEpochs: notPretrained,
    pretrainingMirror: notMirrored,
    learningRate: about(`learning rate; by default ${learningRate}`, notNegative),
    batchSize: about("examples of a mini-batch", atLeast(1)),
    partitionSize: about("examples of a partition", atLeast(1)),
    metricDimension,
    metricStart,
    ...recipe.ranges,
  });
  const schema: Schema = { ...common, ...own };
  return {
    name,
    unsupervised: true,
    replaceable: partNames.filter((part) => !recipe.fixed?.includes(part)),
    optionsOfParts: recipe.optionsOfParts,
    networkOptions: { initialization: "he" },
    readOptions: (options) => readOptions(name, options as unknown, schema) as never,
    defaultsFor: () => noPretraining as never,
    assemble: (settings, given, example) =>
      assembleParts(
        settings,
        {
          optimizer: adam({ learningRate }),
          schedule: cosine(),
          sampler: evenSampler(),
          ...recipe.parts(settings, example),
          ...given,
        },
        () => learningRate,
      ),
  };
}

/** Iterations of conjugate gradients on L, as in the paper. */
export const metricIterations = 10;

/** No L but for feature vectors, which often come with no network to learn: an L with orthonormal columns. */
export const featureMetric = (
  { metricDimension, metricStart }: Pick<UnsupervisedSettings<unknown>, "metricDimension" | "metricStart">,
  example: Shape | undefined,
): MetricPart =>
  example?.length === 1
    ? stiefelMetric({ dimension: metricDimension, start: metricStart, iterations: metricIterations })
    : noMetric();

/** Epochs on a partition for methods that know its examples one by one: more than any run has. */
export const onePartition = 1_000_000;

/** Refuses feature vectors, of which there are no views. */
export function needPictures(name: string, example: Shape | undefined): void {
  check(
    example?.length !== 1,
    () =>
      `${name}: images must be pictures, got feature vectors, which cannot be seen in several views. Use DeepCluster or Synthetic for them.`,
  );
}
