import * as tf from "@tensorflow/tfjs-core";
import { registerTrainingKernels } from "../wasm/trainingKernels";
import { withoutExitHandlers } from "../wasm/withoutExitHandlers";
import { available, loadTensorFlowJs, processor, type EngineAdapter } from "./adapter";

/** WebAssembly with SIMD: installs everywhere. The kernels for training are this library's own. */
export const wasm: EngineAdapter = {
  backend: "wasm",
  rank: 3,
  capabilities: {
    readsAtOnce: true,
    sharesMemory: true,
    multipliesFast: true,
    runsTensorFlowOperations: false,
  },
  inspect: () => Promise.resolve(available(processor(1), tf.version_core)),
  isSoftware: () => Promise.resolve(false),
  async load() {
    await loadTensorFlowJs();
    await import("@tensorflow/tfjs-backend-wasm");
    registerTrainingKernels();
    await withoutExitHandlers(() => tf.setBackend("wasm"));
  },
};
