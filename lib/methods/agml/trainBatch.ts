import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../../datasets/images/images";
import { angularTripletLoss, metricProblem } from "../../losses";
import { conjugateGradient, euclidean, grassmann } from "../../manifold";
import { imageTensor } from "../../networks/imageTensor";
import { gatherImages } from "../../train/gatherImages";
import { tripletDifferences, type Triplets } from "../../mining";
import type { BatchOutcome, Learner } from "../../train/deepMethod";
import { collapse, spreadOf } from "../../train/spread";
import type { AgmlSettings } from "./options";

/**
 * One mini-batch of Algorithm 1 (paper §2). With θ and so z fixed, L is learned by a few iterations of Riemannian conjugate
 * gradients; then, with L fixed, θ takes one step of SGD. The images pass through the network once.
 */
export async function trainBatch(
  { model, optimizer }: Learner,
  images: Images,
  triplets: Triplets,
  settings: Pick<AgmlSettings, "alpha" | "metricIterations" | "orthogonal" | "reduction">,
): Promise<BatchOutcome> {
  const { alpha, metricIterations: maxIterations, reduction } = settings;
  const [d, l] = model.metric.shape;
  const manifold = settings.orthogonal ? grassmann(d, l) : euclidean(d, l);
  const { count, anchors, positives, negatives } = triplets;
  const gathered = gatherImages(images, { anchors, positives, negatives });
  const batch = { images: gathered.images, triplets: { count, ...gathered.places } };
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

function lossOf(
  z: tf.Tensor2D,
  { anchors, positives, negatives }: Triplets,
  metric: tf.Tensor2D,
  options: { alpha: number; reduction: "mean" | "sum" },
): tf.Scalar {
  const rows = (positions: Int32Array) => tf.gather<tf.Tensor2D>(z, tf.tensor1d(positions, "int32"));
  return angularTripletLoss(rows(anchors), rows(positives), rows(negatives), metric, options);
}
