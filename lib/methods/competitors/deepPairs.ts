import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../../datasets/images/images";
import type { Matrix64 } from "../../algebra/algebra";
import { embed } from "../../networks/embed";
import { imageTensor } from "../../networks/imageTensor";
import type { Network } from "../../networks/network";
import { gatherImages } from "../../train/gatherImages";
import { agmlLearningRate } from "../agml/options";
import type { MetricMethod, Prepared } from "../classical/learner/method";
import { readSettings } from "../../core/options/settings";
import { identityMatrix, metricOf } from "../classical/learner/metric";
import { pairLoss } from "../classical/pairs/pairLoss";
import { scaleWeights, selectPairs, type Pairs } from "../classical/pairs/pairs";
import { restorePairs } from "./restorePairs";
import type { BatchOutcome, Constraints, DeepMethod, Learner } from "../../train/deepMethod";
import { collapse, spreadOf } from "../../train/spread";
import {
  trainingDefaults,
  trainingRanges,
  type TrainingOptions,
  type TrainingSettings,
} from "../../train/trainingOptions";

/** A partition's pairs, and the prior metric M₀, [d, d], of the methods that have one. */
export interface PairConstraints extends Pairs, Constraints {
  count: number;
  prior?: Float64Array;
}

type Own<Settings> = Omit<Settings, "seed">;
export type DeepPairOptions<Settings> = TrainingOptions & Partial<Own<Settings>>;
export type DeepPairSettings<Settings> = TrainingSettings & Settings;

/** Pairs of a mini-batch: 300 images, as many as AGML's 100 triplets have. */
const batchSize = 150;

/**
 * A classical method made deep by the paper's stochastic recipe (§1): with θ fixed, M is learned on a partition's embeddings; with M fixed, θ takes
 * steps of SGD on mini-batches of the partition's pairs, ∂δ²_M/∂z_i = 2M(z_i − z_j). M has full rank and starts as I.
 */
export function deepPairs<Settings extends { seed: number }, P extends Prepared>(
  name: string,
  classical: MetricMethod<Settings, P>,
  changed: Partial<DeepPairSettings<Settings>> = {},
): DeepMethod<DeepPairOptions<Settings>, DeepPairSettings<Settings>, PairConstraints> {
  const defaults = { ...classical.defaults, ...trainingDefaults, batchSize, ...changed };
  const ranges = { ...classical.ranges, ...trainingRanges };
  return {
    name,
    readOptions: (options) =>
      readSettings<DeepPairSettings<Settings>>(name, defaults, ranges as never, options as never),
    learningRate: agmlLearningRate,
    startMetric: identityMatrix,
    async *prepare(network, { images, labels }, settings, signal) {
      const z = await embeddings(network, images);
      const preparation = classical.prepare(z, labels, settings, signal);
      let step = await preparation.next();
      for (; !step.done; step = await preparation.next()) {
        if (step.value.kind === "graph" || step.value.kind === "affinities") yield step.value;
      }
      const { pairs, prior }: Prepared & { prior?: Matrix64 } = step.value;
      const { count, first, second, weights, kinds, scales } = pairs;
      const constraints = {
        count,
        first,
        second,
        weights,
        kinds,
        ...(scales && { scales }),
        ...(prior && { prior: prior.data }),
      };
      yield { kind: "constraints", count: constraints.count };
      return constraints;
    },
    restoreConstraints: (arrays, limits) => restorePairs(arrays, limits, classical.hasPrior ?? false),
    async learnMetric({ model }, images, constraints, settings, signal) {
      const z = await embeddings(model.network, images);
      const start = await matrixOf(model.metric);
      const updates = classical.updateMetric(z, restore(constraints, z.shape[1]) as P, settings, start);
      let update = updates.next();
      for (; !update.done; update = updates.next()) signal?.throwIfAborted();
      const { factor } = metricOf(update.value.matrix);
      model.metric.dispose();
      model.metric = tf.tensor2d(Float32Array.from(factor.data), factor.shape);
    },
    trainBatch: (learner, images, constraints, chosen, settings) =>
      trainPairs(classical, learner, images, constraints, chosen, settings),
  };
}

/** z of prepared images in double precision. */
async function embeddings(network: Network, images: Images): Promise<Matrix64> {
  const z = embed(network, images);
  const data = Float64Array.from(await z.data());
  z.dispose();
  return { data, shape: z.shape };
}

/** M = LLᵀ */
async function matrixOf(factor: tf.Tensor2D): Promise<Matrix64> {
  const product = tf.matMul<tf.Tensor2D>(factor, factor, false, true);
  const data = Float64Array.from(await product.data());
  product.dispose();
  return { data, shape: product.shape };
}

/** tr M/d */
function meanEigenvalue({ data, shape: [d] }: Matrix64): number {
  let trace = 0;
  for (let i = 0; i < d; i++) trace += data[i * (d + 1)];
  return trace / d;
}

/** What a method prepared, from the constraints it was kept as. */
function restore({ prior, ...pairs }: PairConstraints, d: number): Prepared {
  return { pairs, ...(prior && { prior: { data: prior, shape: [d, d] } }) };
}

/**
 * One step of SGD on the mean over the chosen pairs, scaled so that it estimates the loss over all of them. M's scale changes no neighbourhood
 * but would multiply the step (on CIFAR-10's embeddings tr M/d is 1 for LRML, 60 for ISDML and 180 for APIT): it is divided by tr M/d.
 */
async function trainPairs<Settings>(
  classical: Pick<MetricMethod<Settings>, "potential">,
  { model, optimizer }: Learner,
  images: Images,
  constraints: PairConstraints,
  chosen: Int32Array,
  settings: Settings,
): Promise<BatchOutcome> {
  const drawn = selectPairs(constraints, chosen);
  const { images: few, places } = gatherImages(images, { first: drawn.first, second: drawn.second });
  const pairs = scaleWeights({ ...drawn, ...places }, constraints.count / chosen.length);
  const input = imageTensor(few);
  const trace = model.network.trace(input);
  try {
    const spread = await spreadOf(trace.embeddings);
    if (!(spread > collapse)) return { loss: NaN, spread };
    const z = { data: Float64Array.from(await trace.embeddings.data()), shape: trace.embeddings.shape };
    const metric = await matrixOf(model.metric);
    const { loss, dz } = pairLoss(z, metric, pairs, classical.potential(pairs, settings));
    tf.tidy(() => {
      const scale = meanEigenvalue(metric) || 1; // M = 0 teaches nothing, and breaks nothing
      optimizer.step(
        trace.gradients(
          tf.tensor2d(
            Float32Array.from(dz.data, (value) => value / scale),
            dz.shape,
          ),
        ),
      );
    });
    return { loss, spread };
  } finally {
    trace.dispose();
    input.dispose();
  }
}
