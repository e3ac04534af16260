import * as tf from "@tensorflow/tfjs-core";
import { loadDataset, selectImages } from "../../lib/datasets";
import { random } from "../../lib/core/values/random";
import { rotate, scale, shift } from "../../lib/augment";
import { angularLoss, angularTripletLoss, batchAngularLoss } from "../../lib/losses";
import { grassmann } from "../../lib/manifold";
import { affinityMiner, beliefMiner } from "../../lib/mining";
import { imageTensor, mnistNetwork } from "../../lib/networks";
import { adam, grassmannMetric, sgd, startOptimizer } from "../../lib/train";
import { trainBatch } from "../../lib/train/trainBatch";
import { tripletLearning } from "../../lib/train/tripletLearning";
import type { BenchCase } from "../case";

/** 300 digits, as many as the paper's mini-batch of 100 triplets has images. */
async function threeHundredDigits(): Promise<tf.Tensor4D> {
  const { train } = await loadDataset("mnist");
  return imageTensor(
    selectImages(
      train.images,
      Int32Array.from({ length: 300 }, (_, i) => i),
    ),
  );
}

export const forward: BenchCase = {
  name: "forward",
  title: "MNIST network, forward pass, 300 images",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  async prepare() {
    const images = await threeHundredDigits();
    const network = mnistNetwork({ seed: 1 });
    return {
      async run() {
        const z = tf.tidy(() => network.forward(images));
        await z.data();
        z.dispose();
      },
      dispose() {
        images.dispose();
        network.dispose();
      },
    };
  },
};

export const training: BenchCase = {
  name: "training",
  title: "MNIST network, training step, 300 images",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  bars: [
    { subject: "tensorflow", reference: "pytorch", factor: 1.1 },
    { subject: "wasm", reference: "tensorflow", factor: 3 },
  ],
  async prepare() {
    const images = await threeHundredDigits();
    const network = mnistNetwork({ seed: 1 });
    const optimizer = startOptimizer(sgd({ learningRate: 1e-4 }), network.parameters);
    const metric = tf.randomNormal<tf.Rank.R2>([128, 64], 0, 0.1, "float32", 3);
    const tripletLoss = (z: tf.Tensor) => {
      const [anchors, positives, negatives] = tf.split<tf.Tensor2D>(z, 3);
      return angularTripletLoss(anchors, positives, negatives, metric);
    };
    return {
      async run() {
        const loss = tf.tidy(() => {
          const trace = network.trace(images);
          const { value, grad } = tf.valueAndGrad(tripletLoss)(trace.embeddings);
          optimizer.step(trace.gradients(grad as tf.Tensor2D));
          return value;
        });
        await loss.data();
        loss.dispose();
      },
      dispose() {
        optimizer.dispose();
        network.dispose();
        tf.dispose([images, metric]);
      },
    };
  },
};

export const agml: BenchCase = {
  name: "agml",
  title: "AGML mini-batch: 300 images, RCG 10 iterations, SGD step",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  bars: [
    { subject: "tensorflow", reference: "pytorch", factor: 1.1 },
    { subject: "wasm", reference: "pytorch", factor: 4 },
  ],
  async prepare() {
    const { train } = await loadDataset("mnist");
    const range = (first: number) => Int32Array.from({ length: 100 }, (_, i) => first + i);
    const triplets = { count: 100, anchors: range(0), positives: range(100), negatives: range(200) };
    const network = mnistNetwork({ seed: 1 });
    const { data, shape } = grassmann(128, 64).rand(1);
    const model = { network, metric: tf.tensor2d(Float32Array.from(data), shape) };
    const optimizer = startOptimizer(sgd({ learningRate: 1e-6 }), network.parameters);
    const method = {
      learning: tripletLearning(affinityMiner(), angularLoss()),
      metric: grassmannMetric({ dimension: 64 }),
      augment: [],
    };
    const partition = { examples: train.images, labels: train.labels };
    const [all, noise] = [Int32Array.from({ length: 100 }, (_, i) => i), random(1)];
    return {
      async run() {
        await trainBatch(method, { model, optimizer }, partition, triplets, all, noise);
      },
      dispose() {
        optimizer.dispose();
        network.dispose();
        model.metric.dispose();
      },
    };
  },
};

export const agml2: BenchCase = {
  name: "agml2",
  title: "AGML2 mini-batch: 150 images in two views, all pairs and negatives, Adam step",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  bars: [{ subject: "tensorflow", reference: "pytorch", factor: 1 }],
  async prepare() {
    const { train } = await loadDataset("mnist");
    const range = (first: number) => Int32Array.from({ length: 50 }, (_, i) => first + i);
    const triplets = { count: 50, anchors: range(0), positives: range(50), negatives: range(100) };
    const network = mnistNetwork({ seed: 1, initialization: "he" });
    const { data, shape } = grassmann(128, 64).rand(1);
    const model = { network, metric: tf.tensor2d(Float32Array.from(data), shape) };
    const optimizer = startOptimizer(adam({ learningRate: 1e-6 }), network.parameters);
    const method = {
      learning: tripletLearning(beliefMiner(), batchAngularLoss()),
      metric: grassmannMetric({ dimension: 64, every: 10 }),
      augment: [shift(2), rotate(15), scale(0.12)],
      settings: { views: 2 },
    };
    const partition = { examples: train.images, labels: train.labels };
    const [all, noise] = [Int32Array.from({ length: 50 }, (_, i) => i), random(1)];
    return {
      async run() {
        // Nine of ten mini-batches leave L as it is; this is one of them.
        await trainBatch(method, { model, optimizer }, partition, triplets, all, noise, 1);
      },
      dispose() {
        optimizer.dispose();
        network.dispose();
        model.metric.dispose();
      },
    };
  },
};
