import * as tf from "@tensorflow/tfjs-core";
import type { Matrix64 } from "../../algebra";
import { drainAsync } from "../../core";
import { readSettings } from "../../core/options";
import { embed } from "../../networks";
import {
  agmlLearningRate,
  commonParts,
  fullRankMetric,
  optionsOfParts,
  trainingDefaults,
  trainingRanges,
  type Blueprint,
  type Method,
  type TrainingOptions,
  type TrainingSettings,
} from "../../train";
import { metricOf } from "../classical/learner/metric";
import type { MetricMethod, Prepared } from "../classical/learner/method";
import { matrixOf, pairLearning, type PairConstraints } from "./pairLearning";

type Own<Settings> = Omit<Settings, "seed">;
export type DeepPairOptions<Settings> = TrainingOptions & Partial<Own<Settings>>;
export type DeepPairSettings<Settings> = TrainingSettings & Settings;

/** Pairs per mini-batch: 300 images, as many as AGML's 100 triplets have. */
const batchSize = 150;

/**
 * A classical method made deep by the paper's stochastic recipe (§1): with θ fixed, M is learned on a partition's embeddings before every
 * epoch; with M fixed, θ takes steps of SGD on mini-batches of the partition's pairs. M has full rank and starts as I.
 */
export function deepPairs<Settings extends { seed: number }, P extends Prepared>(
  name: string,
  classical: MetricMethod<Settings, P>,
  changed: Partial<DeepPairSettings<Settings>> = {},
): Blueprint<DeepPairOptions<Settings>, DeepPairSettings<Settings>> {
  const defaults = { ...classical.defaults, ...trainingDefaults, batchSize, ...changed };
  const ranges = { ...classical.ranges, ...trainingRanges };
  return {
    name,
    replaceable: ["network", "augment", "sampler", "optimizer", "schedule"],
    optionsOfParts,
    readOptions: (options) =>
      readSettings<DeepPairSettings<Settings>>(name, defaults, ranges as never, options as never),
    assemble: (settings, given) => ({
      ...commonParts(settings, given),
      learning: pairLearning(classical, settings) as never,
      // It is learned on whole partitions, not on mini-batches.
      metric: fullRankMetric({ iterations: 0 }),
      learningRate: agmlLearningRate,
      learnMetric: partitionMetric(classical, settings),
    }),
  };
}

/** M on the embeddings of a whole partition, from where it was. */
function partitionMetric<Settings, P extends Prepared>(
  classical: MetricMethod<Settings, P>,
  settings: Settings,
): NonNullable<Method<PairConstraints>["learnMetric"]> {
  return async ({ network, metric }, examples, { prior, ...pairs }, signal) => {
    const tensor = embed(network, examples);
    const z: Matrix64 = { data: Float64Array.from(await tensor.data()), shape: tensor.shape };
    tensor.dispose();
    const d = z.shape[1];
    const prepared = { pairs, ...(prior && { prior: { data: prior, shape: [d, d] } }) } as unknown as P;
    const updates = classical.updateMetric(z, prepared, settings, await matrixOf(metric));
    const { matrix } = await drainAsync(updates, () => signal?.throwIfAborted());
    const { factor } = metricOf(matrix);
    return tf.tensor2d(Float32Array.from(factor.data), factor.shape);
  };
}
