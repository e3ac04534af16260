import * as tf from "@tensorflow/tfjs-core";
import { augment } from "../augment";
import { UserError } from "../core";
import { conjugateGradient } from "../manifold";
import type { Random } from "../core/values";
import { checkEmbeddings, examplesTensor, gatherExamples, traceNetwork } from "../networks";
import type { Batch, Constraints, Partition } from "./learning";
import type { Method } from "./method";
import type { DeepModel } from "./model";
import { rememberAll, type LossState } from "./lossState";
import type { RunningOptimizer } from "./optimizers/optimizer";
import { collapse, spreadOf } from "./spread";
import { trainingDefaults, type TrainingSettings } from "./trainingOptions";

/** What is learned, θ and L, and the optimizer of θ. */
export interface Trainee {
  model: Pick<DeepModel, "network" | "metric">;
  optimizer: RunningOptimizer;
  /** What the loss learns and remembers, if it does. */
  lossState?: LossState | undefined;
}

/** What came of a mini-batch. */
export interface BatchOutcome {
  /** NaN where the embeddings had collapsed or were not finite: then nothing was learned. */
  loss: number;
  /** 1 − ‖mean of z‖², which is the mean of ‖z − mean of z‖²; NaN where an embedding is not finite. */
  spread: number;
  /** J(L) before and after the conjugate gradients, and their iterations, where L is learned on mini-batches. */
  metricCost?: [before: number, after: number];
  metricIterations?: number;
}

/**
 * One mini-batch of Algorithm 1 (paper §2). With θ and so z fixed, L is learned by a few iterations of Riemannian conjugate
 * gradients; then, with L fixed, θ takes one step of the optimizer. The examples pass through the network once.
 */
export async function trainBatch<C extends Constraints>(
  {
    learning,
    metric,
    augment: augmentations,
    settings: { views } = trainingDefaults,
  }: Pick<Method<C>, "learning" | "metric" | "augment"> & { settings?: Pick<TrainingSettings, "views"> },
  { model, optimizer, lossState }: Trainee,
  { examples, labels }: Partition,
  all: C,
  chosen: Int32Array,
  random: Random,
  /** The number of the batch in its epoch, from 0. */
  number = 0,
  /** For what the loss draws at random. */
  seed = number,
): Promise<BatchOutcome> {
  const selected = learning.select(all, chosen);
  const gathered = gatherExamples(examples, learning.positions(selected));
  const { positions } = gathered;
  const constraints = learning.placed(selected, gathered.places, (views - 1) * positions.length);
  const input = tf.tidy(() => {
    const once = examplesTensor(gathered.examples);
    const batch = views === 1 ? once : tf.concat(Array.from({ length: views }, () => once));
    return augmentations.length === 0 ? batch : augment(batch as tf.Tensor4D, augmentations, random);
  });
  const trace = traceNetwork(model.network, input);
  try {
    const embeddings = checkEmbeddings(model.network, trace.embeddings, input.shape[0]);
    const learnsMetric =
      metric.manifold !== undefined && learning.problem !== undefined && number % (metric.every ?? 1) === 0;
    const spread = await spreadOf(embeddings);
    if (!(spread > collapse))
      return {
        loss: NaN,
        spread,
        ...(learnsMetric && { metricCost: [NaN, NaN], metricIterations: 0 }),
      };
    const batch = (): Batch<C> => ({
      embeddings,
      metric: model.metric,
      constraints,
      positions: Int32Array.from(
        { length: views * positions.length },
        (_, i) => positions[i % positions.length],
      ),
      views: Int32Array.from({ length: views * positions.length }, (_, i) =>
        Math.floor(i / positions.length),
      ),
      all,
      labels,
      learned: lossState?.learned ?? {},
      memory: lossState?.memory ?? {},
      seed,
    });
    const learned = learnsMetric ? await learnMetric({ learning, metric }, model, batch()) : {};
    const { value, gradient, learned: gradients = {} } = await learning.valueAndGradient(batch());
    tf.tidy(() => {
      if (lossState) {
        lossState.optimizer.learningRate = optimizer.learningRate * learning.state!.rate;
        lossState.optimizer.step(gradients);
        rememberAll(lossState, learning.state!.remember?.(batch()) ?? {});
      }
      optimizer.step(trace.gradients(gradient));
    });
    tf.dispose([gradient, gradients]);
    return { loss: value, spread, ...learned };
  } finally {
    trace.dispose();
    input.dispose();
  }
}

/** A few iterations of conjugate gradients on L. */
async function learnMetric<C extends Constraints>(
  { learning, metric }: Pick<Method<C>, "learning" | "metric">,
  model: Trainee["model"],
  batch: Batch<C>,
): Promise<Pick<BatchOutcome, "metricCost" | "metricIterations">> {
  const problem = await learning.problem!(batch);
  try {
    const manifold = metric.manifold!(...model.metric.shape);
    const { point, history, cost, iterations } = await conjugateGradient(
      manifold,
      problem as never,
      model.metric,
      { maxIterations: metric.iterations ?? 10 },
    ).catch((error: unknown) => {
      const { loss } = learning.parts;
      const isOfLoss = error instanceof UserError && error.message.includes("the cost at L0 must be finite");
      if (!isOfLoss || !loss || "length" in loss) throw error;
      throw new UserError(`loss: ${loss.name} must return a finite number, got NaN or Infinity.`);
    });
    model.metric.dispose();
    model.metric = point as unknown as tf.Tensor2D;
    return { metricCost: [history[0].cost, cost], metricIterations: iterations };
  } finally {
    problem.dispose();
  }
}
