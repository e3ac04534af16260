import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import {
  angularNPairsLoss,
  circleLoss,
  contrastiveLoss,
  multiSimilarityLoss,
  nPairsLoss,
  proxyAnchorLoss,
  supConLoss,
  tripletMarginLoss,
} from "../../lib/losses";
import type { CallableLoss } from "../../lib/losses/callableLoss";
import type { BenchCase } from "../case";

/** Thirty examples of each of ten classes. */
const [b, d, classes] = [300, 128, 10];

/** The value and gradient of a loss on its own, from labels to numbers. The peer of the same name is in bench/peers/peers.py. */
const lossCase = (name: string, title: string, loss: CallableLoss, peer = true): BenchCase => ({
  name: `loss-${name}`,
  title: `${title}, ${b} × ${d}, value and gradient`,
  engines: ["cuda", "tensorflow", "wasm"],
  peers: peer ? ["pytorch-metric-learning"] : [],
  bars: peer ? [{ subject: "tensorflow", reference: "pytorch-metric-learning", factor: 1.2 }] : [],
  async prepare(shared) {
    const noise = random(1);
    const data = Float32Array.from({ length: b * d }, () => noise.normal() / Math.sqrt(d));
    const labels = Int32Array.from({ length: b }, (_, i) => i % classes);
    await writeFile(path.join(shared, "loss.f32"), data);
    const z = tf.tensor2d(data, [b, d]);
    const valueAndGradient = tf.valueAndGrad((rows: tf.Tensor) => loss(rows as tf.Tensor2D, labels));
    return {
      async run() {
        const { value, grad } = valueAndGradient(z);
        await Promise.all([value.data(), grad.data()]);
        tf.dispose([value, grad]);
      },
      dispose: () => {
        z.dispose();
      },
    };
  },
});

export const losses: BenchCase[] = [
  lossCase("contrastive", "contrastive loss, all pairs", contrastiveLoss()),
  lossCase("multi-similarity", "multi-similarity loss, all pairs", multiSimilarityLoss()),
  lossCase("circle", "circle loss, all pairs", circleLoss()),
  lossCase("sup-con", "supervised contrastive loss, all pairs", supConLoss()),
  lossCase("proxy-anchor", "Proxy-Anchor, ten proxies", proxyAnchorLoss()),
  lossCase("angular", "angular N-pairs loss, 2,349,000 triplets", angularNPairsLoss()),
  lossCase("triplet", "triplet margin loss, all 2,349,000 triplets", tripletMarginLoss()),
  lossCase("n-pairs", "N-pairs loss, all pairs", nPairsLoss(), false),
];
