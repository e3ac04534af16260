import * as tf from "@tensorflow/tfjs-core";
import type { Matrix } from "../../lib/core/values/matrix";
import { loadDataset, selectImages, semiSupervisedSplit } from "../../lib/datasets";
import { embed, mnistNetwork } from "../../lib/networks";

export interface Digits {
  /** Embeddings of MNIST's first n training images by the untrained network, [n, 128]. */
  z: Matrix<Float32Array>;
  /** Ten labels per class, −1 elsewhere. */
  labels: Int32Array;
}

/** The paper's partition with n points: real digits, embedded on the current engine. */
export async function embeddedDigits(n: number): Promise<Digits> {
  const { train } = await loadDataset("mnist");
  const first = Int32Array.from({ length: n }, (_, i) => i);
  const network = mnistNetwork({ seed: 1 });
  const embeddings = embed(network, selectImages(train.images, first));
  const z = { data: Float32Array.from(await embeddings.data()), shape: embeddings.shape };
  network.dispose();
  tf.dispose(embeddings);
  const { labels } = semiSupervisedSplit(train.labels.subarray(0, n), {
    labeledPerClass: 10,
    validation: 0,
    seed: 1,
  });
  return { z, labels };
}
