import * as tf from "@tensorflow/tfjs-core";

/** What the library may expect of an engine. Each engine declares it, so that no code has to ask for an engine's name. */
export interface EngineCapabilities {
  /** Tensors can be read synchronously, with `dataSync`. */
  readonly readsAtOnce: boolean;
  /** Tensors are in this process's memory: reading or writing a small one is only a copy. Implies `readsAtOnce`. */
  readonly sharesMemory: boolean;
  /** Multiplies large matrices much faster than plain TypeScript does. */
  readonly multipliesFast: boolean;
  /** Its backend has `executeSingleOutput`, which runs any TensorFlow operation by name. */
  readonly runsTensorFlowOperations: boolean;
}

/** What is assumed of a backend that nobody declared: it computes, and its tensors are read asynchronously. */
export const undeclaredCapabilities: EngineCapabilities = Object.freeze({
  readsAtOnce: false,
  sharesMemory: false,
  multipliesFast: false,
  runsTensorFlowOperations: false,
});

const declared = new Map<string | null | undefined, EngineCapabilities>();

/** Declares what the TensorFlow.js backend of this name can do. A later declaration replaces an earlier one. */
export function declareCapabilities(backend: string, capabilities: EngineCapabilities): void {
  declared.set(backend, capabilities);
}

/** What the engine in use can do. */
export function engineCapabilities(): EngineCapabilities {
  return declared.get(tf.getBackend()) ?? undeclaredCapabilities;
}

/** Whether the engine in use multiplies large matrices fast and the product can be read synchronously. */
export function multipliesFastAtOnce(): boolean {
  const { multipliesFast, readsAtOnce } = engineCapabilities();
  return multipliesFast && readsAtOnce;
}
