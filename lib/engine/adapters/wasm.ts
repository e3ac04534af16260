import * as tf from "@tensorflow/tfjs-core";
import { available, type EngineAdapter } from "./engine";
import { registerTrainingKernels } from "../wasm/registerKernels";
import { processor } from "./processor";
import { loadTensorFlowJs } from "./tfjs";

/** WebAssembly with SIMD: installs everywhere. The kernels for training are ours. */
export const wasm: EngineAdapter = {
  name: "wasm",
  backend: "wasm",
  inspect: () => Promise.resolve(available("wasm", processor(1), tf.version_core)),
  isSoftware: () => Promise.resolve(false),
  async load() {
    await loadTensorFlowJs();
    await import("@tensorflow/tfjs-backend-wasm");
    registerTrainingKernels();
  },
};
