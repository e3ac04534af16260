import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { loadDataset } from "../../lib/datasets";
import { evaluateEmbeddings } from "../../lib/evaluate";
import { grassmann } from "../../lib/manifold";
import { embed, mnistNetwork } from "../../lib/networks";
import type { BenchCase } from "../case";

export const embedding: BenchCase = {
  name: "embedding",
  title: "MNIST network, embedding 10,000 images",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  repeats: 5,
  bars: [{ subject: "tensorflow", reference: "pytorch", factor: 0.8 }],
  async prepare(shared) {
    const { test } = await loadDataset("mnist");
    await writeFile(path.join(shared, "images.u8"), test.images.data);
    const network = mnistNetwork({ seed: 1 });
    return {
      async run() {
        const z = embed(network, test.images);
        await z.data();
        z.dispose();
      },
      dispose: () => {
        network.dispose();
      },
    };
  },
};

/** The test digits as the protocol evaluates them: zL, with the untrained network and a random L on Gr(128, 64). */
async function projectedDigits() {
  const { test } = await loadDataset("mnist");
  const network = mnistNetwork({ seed: 1 });
  const metric = grassmann(128, 64).rand(1);
  const projected = tf.tidy(() =>
    tf.matMul<tf.Tensor2D>(
      embed(network, test.images),
      tf.tensor2d(Float32Array.from(metric.data), metric.shape),
    ),
  );
  const z = { data: Float32Array.from(await projected.data()), shape: projected.shape };
  projected.dispose();
  network.dispose();
  return { z, labels: Int32Array.from(test.labels) };
}

export const evaluation: BenchCase = {
  name: "evaluation",
  title: "NMI (10 restarts of k-means) and Recall@8, 10,000 × 64",
  // Not wasm: once its memory has grown, V8 checks every access to a typed array, which makes the other engine a fifth slower.
  engines: ["cuda", "tensorflow"],
  peers: ["scikit-learn"],
  repeats: 3,
  bars: [{ subject: "tensorflow", reference: "scikit-learn", factor: 1.5 }],
  async prepare(shared) {
    const { z, labels } = await projectedDigits();
    await writeFile(path.join(shared, "projected.f32"), z.data);
    await writeFile(path.join(shared, "classes.i32"), labels);
    return {
      async run() {
        await evaluateEmbeddings(z, labels, { metrics: ["nmi", "recall"], recallAt: [8], seed: 1 });
      },
    };
  },
};
