/**
 * Loads TensorFlow.js whole: besides the operations (tfjs-core) its gradients, which only this package registers.
 * It takes a quarter of a second, so it waits until an engine is asked for.
 */
export async function loadTensorFlowJs(): Promise<void> {
  await import("@tensorflow/tfjs");
}
