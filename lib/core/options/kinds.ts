import { types } from "node:util";
import * as tf from "@tensorflow/tfjs-core";

/** An array or a typed array, which has a real length and can be read at once. */
export type List<T = unknown> = readonly T[] | NumberArray;

/** A typed array of numbers. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array;

/** True for real arrays, including those of another realm; false for anything that only looks like one, such as `{ length: 1e9 }`. */
export function isArray(value: unknown): value is readonly unknown[] {
  return isReadable(value) && Array.isArray(value);
}

/** True for typed arrays of numbers, except those of big integers. */
export function isNumberArray(value: unknown): value is NumberArray {
  return types.isTypedArray(value) && !types.isBigInt64Array(value) && !types.isBigUint64Array(value);
}

export function isList(value: unknown): value is List {
  return isArray(value) || isNumberArray(value);
}

export function isTensor(value: unknown): value is tf.Tensor {
  return isReadable(value) && value instanceof tf.Tensor;
}

/** True for objects with named properties; false for arrays and functions. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isReadable(value) && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** False for a revoked Proxy, which throws at every access. */
function isReadable(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (!types.isProxy(value)) return true;
  try {
    Array.isArray(value);
    return true;
  } catch {
    return false;
  }
}
