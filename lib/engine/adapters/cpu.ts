import * as tf from "@tensorflow/tfjs-core";
import { available, loadTensorFlowJs, processor, type EngineAdapter } from "./adapter";

/** Plain JavaScript: always available, about fifty times slower than TensorFlow. */
export const cpu: EngineAdapter = {
  backend: "cpu",
  rank: 4,
  capabilities: {
    readsAtOnce: true,
    sharesMemory: true,
    multipliesFast: false,
    runsTensorFlowOperations: false,
  },
  inspect: () => Promise.resolve(available(processor(1), tf.version_core, "plain JavaScript, slow")),
  isSoftware: () => Promise.resolve(false),
  load: loadTensorFlowJs,
};
