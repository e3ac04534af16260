import * as tf from "@tensorflow/tfjs-core";
import { engineCapabilities } from "../core/engineCapabilities";

/** The part of TensorFlow's own backend that runs any of its operations by name. */
interface TensorFlowBackend {
  binding: { TF_ATTR_TYPE: number; TF_ATTR_BOOL: number; TF_FLOAT: number };
  executeSingleOutput(name: string, attributes: object[], inputs: tf.Tensor[]): tf.Tensor2D;
}

/**
 * AB, or AᵀB, on the engine. TensorFlow is asked for its `MatMul` directly: TensorFlow.js would call `BatchMatMulV2`, which takes up to
 * twice as long for small matrices, through layers that cost as much again. Without gradients, which solvers do not need.
 */
export function engineProduct(a: tf.Tensor2D, b: tf.Tensor2D, transposeA: boolean): tf.Tensor2D {
  if (!engineCapabilities().runsTensorFlowOperations) return tf.matMul(a, b, transposeA, false);
  const backend = tf.backend() as unknown as TensorFlowBackend;
  const { TF_ATTR_TYPE, TF_ATTR_BOOL, TF_FLOAT } = backend.binding;
  const attributes = [
    { name: "T", type: TF_ATTR_TYPE, value: TF_FLOAT },
    { name: "transpose_a", type: TF_ATTR_BOOL, value: transposeA },
    { name: "transpose_b", type: TF_ATTR_BOOL, value: false },
  ];
  return backend.executeSingleOutput("MatMul", attributes, [a, b]);
}
