import * as tf from "@tensorflow/tfjs-core";
import type { BenchCase } from "../case";

export const matmul: BenchCase = {
  name: "matmul",
  title: "matrix product 1024³",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch", "numpy"],
  prepare() {
    const a = tf.randomNormal([1024, 1024], 0, 1, "float32", 1);
    const b = tf.randomNormal([1024, 1024], 0, 1, "float32", 2);
    return Promise.resolve({
      async run() {
        const product = tf.matMul(a, b);
        await product.data();
        product.dispose();
      },
      dispose: () => {
        tf.dispose([a, b]);
      },
    });
  },
};
