import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../../datasets/images";
import { angularTripletLoss, metricProblem } from "../../losses";
import { conjugateGradient, type Manifold } from "../../manifold";
import { imageTensor } from "../../networks/imageTensor";
import { gatherTriplets } from "../../train/gatherTriplets";
import type { Sgd } from "../../train/sgd";
import { tripletDifferences, type Triplets } from "../../triplets";
import type { AgmlModel } from "./agmlModel";

/** Embeddings that are spread less than this have collapsed to one point. */
export const collapse = 1e-6;

/** What is learned, θ and L, and how. */
export interface Learner {
  model: Pick<AgmlModel, "network" | "metric">;
  optimizer: Sgd;
  manifold: Manifold;
}

export interface BatchOutcome {
  /** NaN where the embeddings had collapsed or were not finite: then nothing was learned. */
  loss: number;
  /** 1 − ‖mean of z‖², which is the mean of ‖z − mean of z‖²; NaN where an embedding is not finite. */
  spread: number;
  metricCost: [before: number, after: number];
  metricIterations: number;
}

/**
 * One mini-batch of Algorithm 1 (paper §2). With θ and so z fixed, L is learned by a few iterations of Riemannian conjugate
 * gradients; then, with L fixed, θ takes one step of SGD. The images pass through the network once.
 */
export async function trainBatch(
  { model, optimizer, manifold }: Learner,
  images: Images,
  triplets: Triplets,
  settings: { alpha: number; metricIterations: number; reduction: "mean" | "sum" },
): Promise<BatchOutcome> {
  const { alpha, metricIterations: maxIterations, reduction } = settings;
  const batch = gatherTriplets(images, triplets);
  const input = imageTensor(batch.images);
  const trace = model.network.trace(input);
  const { p, q } = tripletDifferences(trace.embeddings, batch.triplets);
  const problem = metricProblem(p, q, { alpha, precision: "float32" });
  try {
    const spread = await spreadOf(trace.embeddings);
    if (!(spread > collapse)) return { loss: NaN, spread, metricCost: [NaN, NaN], metricIterations: 0 };
    const learned = await conjugateGradient(manifold, problem, model.metric, { maxIterations });
    model.metric.dispose();
    model.metric = learned.point;
    const value = tf.tidy(() => {
      const tripletLoss = (z: tf.Tensor) =>
        lossOf(z as tf.Tensor2D, batch.triplets, model.metric, { alpha, reduction });
      const { value, grad } = tf.valueAndGrad(tripletLoss)(trace.embeddings);
      optimizer.step(trace.gradients(grad as tf.Tensor2D));
      return value;
    });
    const [loss] = await value.data();
    value.dispose();
    const { history, cost, iterations } = learned;
    return { loss, spread, metricCost: [history[0].cost, cost], metricIterations: iterations };
  } finally {
    problem.dispose();
    trace.dispose();
    tf.dispose([input, p, q]);
  }
}

/** The mean of ‖z − mean of z‖² over embeddings [n, d], which is 1 − ‖mean of z‖² on the sphere. */
export async function spreadOf(z: tf.Tensor2D): Promise<number> {
  const spread = tf.tidy(() => tf.mean(tf.sum(tf.square(tf.sub(z, tf.mean(z, 0, true))), 1)));
  const [value] = await spread.data();
  spread.dispose();
  return value;
}

function lossOf(
  z: tf.Tensor2D,
  { anchors, positives, negatives }: Triplets,
  metric: tf.Tensor2D,
  options: { alpha: number; reduction: "mean" | "sum" },
): tf.Scalar {
  const rows = (positions: Int32Array) => tf.gather<tf.Tensor2D>(z, tf.tensor1d(positions, "int32"));
  return angularTripletLoss(rows(anchors), rows(positives), rows(negatives), metric, options);
}
