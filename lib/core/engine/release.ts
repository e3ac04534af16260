import * as tf from "@tensorflow/tfjs-core";

/*
 * TensorFlow.js frees a tensor when it is told to, not when nobody holds it any longer. In a notebook a cell that makes a model is run again
 * and again, and nobody disposes of the models before. So what owns tensors for long registers them here, and they are freed when the
 * garbage collector finds that the owner is gone. Disposing of them by hand is still sooner.
 */

const ofOwners = new FinalizationRegistry<readonly tf.Tensor[]>((tensors) => {
  tf.dispose(tensors.filter((tensor) => !tensor.isDisposed));
});

/** Frees tensors when nobody can reach their owner. The tensors must not refer to it. */
export function releaseWith(owner: object, tensors: readonly tf.Tensor[]): void {
  ofOwners.register(owner, tensors);
}

/** What TensorFlow.js needs to free a tensor of which nothing else is left. */
type Remains = Pick<tf.Tensor, "dataId" | "dtype" | "size">;

const ofTensors = new FinalizationRegistry<Remains>((remains) => {
  tf.engine().disposeTensor(remains as tf.Tensor);
});

/** Frees a tensor, which is not a variable, when nobody can reach it. */
export function releaseUnreachable(tensor: tf.Tensor): void {
  const { dataId, dtype, size } = tensor;
  ofTensors.register(tensor, { dataId, dtype, size }, tensor);
}

/** Frees a tensor of `releaseUnreachable` now. */
export function releaseNow(tensor: tf.Tensor): void {
  ofTensors.unregister(tensor);
  tensor.dispose();
}
