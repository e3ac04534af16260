import * as tf from "@tensorflow/tfjs-core";
import { loadDataset, selectImages } from "../../lib/datasets";
import { angularTripletLoss } from "../../lib/losses";
import { imageTensor, mnistNetwork } from "../../lib/networks";
import { sgd } from "../../lib/train/sgd";
import type { BenchCase } from "../case";

/** 300 digits: the images of the paper's mini-batch of 100 triplets. */
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
  title: "MNIST net, forward, 300 images",
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
  title: "MNIST net, training step, 300 images",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  bars: [
    { subject: "tensorflow", reference: "pytorch", factor: 1.1 },
    { subject: "wasm", reference: "tensorflow", factor: 3 },
  ],
  async prepare() {
    const images = await threeHundredDigits();
    const network = mnistNetwork({ seed: 1 });
    const optimizer = sgd(network.parameters);
    const metric = tf.randomNormal<tf.Rank.R2>([128, 64], 0, 0.1, "float32", 3);
    const names = Object.keys(network.parameters);
    const variables = Object.values(network.parameters);
    const tripletLoss = () => {
      const [anchors, positives, negatives] = tf.split<tf.Tensor2D>(network.forward(images), 3);
      return angularTripletLoss(anchors, positives, negatives, metric);
    };
    return {
      async run() {
        const loss = tf.tidy(() => {
          const { value, grads } = tf.variableGrads(tripletLoss, variables);
          optimizer.step(Object.fromEntries(names.map((name, i) => [name, grads[variables[i].name]])));
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
