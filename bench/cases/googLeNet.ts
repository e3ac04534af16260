import * as tf from "@tensorflow/tfjs-core";
import { googLeNet, rmac, type Network } from "../../lib/networks";
import { random } from "../../lib/core/values";
import { median, type BenchCase } from "../case";

const batch = 16;
const images = (): tf.Tensor4D => tf.randomUniform([batch, 224, 224, 3], 0, 255, "float32", 1);

async function embed(network: Network, x: tf.Tensor): Promise<void> {
  const z = tf.tidy(() => network.forward(x));
  await z.data();
  z.dispose();
}

export const googLeNetForward: BenchCase = {
  name: "googlenet",
  title: `GoogLeNet, a batch of ${batch} at 224²`,
  engines: ["cuda", "tensorflow"],
  peers: ["pytorch"],
  bars: [{ subject: "tensorflow", reference: "pytorch", factor: 1.2 }],
  prepare() {
    const network = googLeNet({ seed: 1 });
    const x = images();
    return Promise.resolve({
      run: () => embed(network, x),
      dispose() {
        network.dispose();
        x.dispose();
      },
    });
  },
};

/** The share of a forward pass that the pooling may take. */
const share = 0.05;

export const rmacPooling: BenchCase = {
  name: "rmac",
  title: `R-MAC of ${batch} maps of 7 × 7 × 1024, next to GoogLeNet's forward pass`,
  engines: ["cuda", "tensorflow"],
  peers: [],
  async prepare() {
    const network = googLeNet({ seed: 1 });
    const x = images();
    const forward: number[] = [];
    for (let i = 0; i < 6; i++) {
      const start = performance.now();
      await embed(network, x);
      if (i > 0) forward.push(performance.now() - start);
    }
    network.dispose();
    x.dispose();
    // The bar is known only now: it is a share of what the network takes on this machine.
    rmacPooling.bars = [
      { subject: tf.getBackend(), reference: Math.round(median(forward) * share), factor: 1 },
    ];
    const pool = rmac({ levels: 3 }).build([7, 7, 1024], random(1));
    const maps: tf.Tensor4D = tf.randomUniform([batch, 7, 7, 1024], 0, 1, "float32", 2);
    return {
      async run() {
        const z = tf.tidy(() => pool.forward(maps));
        await z.data();
        z.dispose();
      },
      dispose: () => {
        maps.dispose();
      },
    };
  },
};
