import * as tf from "@tensorflow/tfjs-core";
import { available, type EngineAdapter } from "./engine";
import { processor } from "./processor";
import { loadTensorFlowJs } from "./tfjs";

/** Plain JavaScript: always there, some fifty times slower than TensorFlow. */
export const cpu: EngineAdapter = {
  name: "cpu",
  backend: "cpu",
  inspect: () => Promise.resolve(available("cpu", processor(1), tf.version_core, "plain JavaScript, slow")),
  isSoftware: () => Promise.resolve(false),
  async load() {
    await loadTensorFlowJs();
    // The backend greets its first user with an advertisement for tfjs-node; `ssdml doctor` says it better.
    (tf.findBackend("cpu") as tf.KernelBackend & { firstUse: boolean }).firstUse = false;
  },
};
