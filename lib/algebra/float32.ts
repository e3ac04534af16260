import * as tf from "@tensorflow/tfjs-core";
import { engineCapabilities } from "../core/engine";
import { toTensor } from "../core/values";
import type { Algebra } from "./algebra";
import { newtonSchulzRetraction } from "./polarRetraction";
import {
  combineOnHost,
  distanceToIdentityOnHost,
  gramOnHost,
  isSmall,
  rowProductsOnHost,
  scaleRowsOnHost,
  shiftOnHost,
} from "./onHost";

/**
 * The engine's precision: float32 tensors. Every operation has an overhead of some microseconds, so there are few of them. Engines on
 * the processor compute only the matrix products; the rest is done here.
 */
export const float32: Algebra<tf.Tensor2D> = {
  precision: "float32",
  epsilon: 2 ** -23,
  from(matrix, name) {
    const tensor = toTensor(matrix, name);
    if (tensor.dtype === "float32") return tensor;
    const converted = tf.cast(tensor, "float32");
    tensor.dispose();
    return converted;
  },
  shape: (a) => a.shape,
  multiply: (a, b) => engineProduct(a, b, false),
  transposeMultiply: (a, b) => engineProduct(a, b, true),
  combine: (alpha, a, beta, b) =>
    isSmall(a) ? combineOnHost(alpha, a, beta, b) : combineOnEngine(alpha, a, beta, b),
  symmetricPart: (a) => tf.mul(tf.add(a, tf.transpose(a)), 0.5),
  shift: (alpha, a, beta) => (isSmall(a) ? shiftOnHost(alpha, a, beta) : shiftOnEngine(alpha, a, beta)),
  stack: (a, b) => tf.concat2d([a, b], 0),
  scaleRows: (a, weights) =>
    engineCapabilities().sharesMemory
      ? scaleRowsOnHost(a, weights)
      : tf.mul(a, tf.tensor2d(Float32Array.from(weights), [weights.length, 1])),
  rowProducts: (a, b) =>
    engineCapabilities().sharesMemory
      ? rowProductsOnHost(a, b)
      : tf.sum(a === b ? tf.square(a) : tf.mul(a, b), 1),
  gram(matrices) {
    if (engineCapabilities().sharesMemory) return gramOnHost(matrices);
    const rows = tf.reshape(tf.stack([...matrices]), [matrices.length, -1]);
    return tf.matMul(rows, rows, false, true);
  },
  polarRetraction: (x, u, norm) => newtonSchulzRetraction(float32, x, u, norm, spread),
  read(numbers) {
    if (numbers instanceof Float64Array) return numbers;
    const tensor = numbers as tf.Tensor;
    if (!engineCapabilities().readsAtOnce) {
      return tensor.data().finally(() => {
        tensor.dispose();
      });
    }
    const values = tensor.dataSync();
    tensor.dispose();
    return values;
  },
  scope<T>(f: () => T): T {
    const outcome: { value?: T } = {};
    tf.tidy(() => {
      outcome.value = f();
      return tensorsIn(outcome.value);
    });
    return outcome.value as T;
  },
  dispose(values, except = []) {
    for (const value of values) if (value && !value.isDisposed && !except.includes(value)) value.dispose();
  },
};

/** ‖G − I‖, if reading it is cheap. */
function spread(gram: tf.Tensor2D): number | undefined {
  return engineCapabilities().sharesMemory ? distanceToIdentityOnHost(gram) : undefined;
}

function combineOnEngine(alpha: number, a: tf.Tensor2D, beta: number, b: tf.Tensor2D): tf.Tensor2D {
  if (beta === 0) return alpha === -1 ? tf.neg(a) : tf.mul(a, alpha);
  if (alpha === 1) return beta === -1 ? tf.sub(a, b) : tf.add(a, tf.mul(b, beta));
  if (alpha === -1) return tf.sub(tf.mul(b, beta), a);
  return tf.add(tf.mul(a, alpha), tf.mul(b, beta));
}

/** αA + βI. Building βI on the engine would take several operations, so it is built here. */
function shiftOnEngine(alpha: number, a: tf.Tensor2D, beta: number): tf.Tensor2D {
  const size = a.shape[0];
  const diagonal = new Float32Array(size * size);
  for (let i = 0; i < size; i++) diagonal[i * (size + 1)] = beta;
  const identity = tf.tensor2d(diagonal, [size, size]);
  return alpha === -1 ? tf.sub(identity, a) : tf.add(identity, alpha === 1 ? a : tf.mul(a, alpha));
}

/** The tensors in a result. `tf.tidy` would search every number of a typed array for them. */
function tensorsIn(value: unknown): tf.Tensor[] {
  if (value instanceof tf.Tensor) return [value as tf.Tensor];
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(tensorsIn);
}

/** The part of TensorFlow's own backend that runs any of its operations by name. */
interface TensorFlowBackend {
  binding: { TF_ATTR_TYPE: number; TF_ATTR_BOOL: number; TF_FLOAT: number };
  executeSingleOutput(name: string, attributes: object[], inputs: tf.Tensor[]): tf.Tensor2D;
}

/**
 * AB or AᵀB on the engine. Calls TensorFlow's `MatMul` directly if it can: TensorFlow.js would call `BatchMatMulV2`, which takes up to
 * twice as long for small matrices, through layers that cost as much again. It has no gradient; solvers need none.
 */
function engineProduct(a: tf.Tensor2D, b: tf.Tensor2D, transposeA: boolean): tf.Tensor2D {
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
