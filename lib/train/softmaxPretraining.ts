import * as tf from "@tensorflow/tfjs-core";
import { augment, type Augmentation } from "../augment";
import { random } from "../core/values";
import {
  examplesTensor,
  gaussianParameter,
  selectExamples,
  traceNetwork,
  zeroParameter,
  type Examples,
  type Network,
} from "../networks";
import { startOptimizer } from "./optimizers/optimizer";
import { sgd } from "./optimizers/sgd";

export interface PretrainingOptions {
  epochs: number;
  batchSize: number;
  learningRate: number;
  /** Whether each batch is mirrored, left to right, with probability ½, as MatConvNet does for CIFAR-10. */
  mirror: boolean;
  /** Random changes of the pictures. Default none. */
  augment?: readonly Augmentation[];
  seed: number;
  signal?: AbortSignal | undefined;
}

/** What an epoch of pretraining came to. */
export interface PretrainingEvent {
  kind: "pretraining";
  epoch: number;
  epochs: number;
  /** The mean cross-entropy. */
  loss: number;
  /** The share of the labeled images that were classified rightly. */
  accuracy: number;
}

/**
 * s of softmax(s·zH + b): z has length one, which alone leaves the softmax unsure for long. On 4,000 held-out images of CIFAR-10, 30
 * epochs of batches of 100 gave Recall@1 35.5 % without and 38.2 % with it.
 */
const scale = 8;

/**
 * Trains a network with a softmax layer in the place of L on labeled images alone, as the paper does for CIFAR-10
 * (appendix, "Implementation details"): the cross-entropy of softmax(s·zH + b), by SGD. The softmax layer is thrown away.
 */
export async function* pretrain(
  network: Network,
  images: Examples,
  labels: ArrayLike<number>,
  { epochs, batchSize, learningRate, mirror, augment: augmentations = [], seed, signal }: PretrainingOptions,
): AsyncGenerator<PretrainingEvent, void> {
  const classes = [...new Set(Array.from(labels))].sort((a, b) => a - b);
  const noise = random(seed);
  const head = {
    weights: gaussianParameter(noise, [network.dimension, classes.length], 0.05),
    offsets: zeroParameter([classes.length]),
  };
  const optimizer = startOptimizer(sgd({ learningRate }), { ...network.parameters, ...head });
  try {
    for (let epoch = 1; epoch <= epochs; epoch++) {
      const order = noise.shuffle(Int32Array.from({ length: labels.length }, (_, i) => i));
      let [loss, right] = [0, 0];
      for (let first = 0; first < order.length; first += batchSize) {
        signal?.throwIfAborted();
        const batch = order.subarray(first, first + batchSize);
        const targets = Int32Array.from(batch, (i) => classes.indexOf(labels[i]));
        const mirrored = mirror && noise.uniform() < 0.5;
        const prepare = () => {
          const x = examplesTensor(selectExamples(images, batch));
          const seen = mirrored && x.rank === 4 ? tf.reverse(x, 2) : x;
          return augmentations.length === 0 ? seen : augment(seen as tf.Tensor4D, augmentations, noise);
        };
        const sums = await step(network, head, optimizer.step.bind(optimizer), prepare, targets);
        loss += sums.loss;
        right += sums.right;
      }
      yield {
        kind: "pretraining",
        epoch,
        epochs,
        loss: loss / labels.length,
        accuracy: right / labels.length,
      };
    }
  } finally {
    optimizer.dispose();
    tf.dispose(head);
  }
}

/** One step of SGD on the mean cross-entropy of a batch; returns the summed loss and the number of right answers. */
async function step(
  network: Network,
  head: { weights: tf.Variable; offsets: tf.Variable },
  descend: (gradients: Record<string, tf.Tensor>) => void,
  prepare: () => tf.Tensor,
  targets: Int32Array,
): Promise<{ loss: number; right: number }> {
  const sums = tf.tidy(() => {
    const trace = traceNetwork(network, prepare());
    const z = tf.mul<tf.Tensor2D>(trace.embeddings, scale);
    const weights = head.weights as unknown as tf.Tensor2D;
    const logits = tf.add<tf.Tensor2D>(tf.matMul(z, weights), head.offsets);
    const truth = tf.oneHot(tf.tensor1d(targets, "int32"), logits.shape[1]) as tf.Tensor2D;
    const excess = tf.div<tf.Tensor2D>(tf.sub(tf.softmax(logits), truth), targets.length);
    descend({
      ...trace.gradients(tf.mul(tf.matMul(excess, weights, false, true), scale)),
      weights: tf.matMul(z, excess, true, false),
      offsets: tf.sum(excess, 0),
    });
    const right = tf.sum(tf.cast(tf.equal(tf.argMax(logits, 1), tf.argMax(truth, 1)), "float32"));
    return tf.stack([tf.neg(tf.sum(tf.mul(truth, tf.logSoftmax(logits)))), right]);
  });
  const [loss, right] = await sums.data();
  sums.dispose();
  return { loss, right };
}
