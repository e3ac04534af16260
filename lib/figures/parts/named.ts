import * as tf from "@tensorflow/tfjs-core";

/** Several things to draw together, by the name that the legend shows. */
export type Named<T> = Readonly<Record<string, T>>;

/** One matrix, list or result gets the given name; several bring their own. */
export function named<T extends object>(things: T | Named<T>, name: string): [name: string, thing: T][] {
  const single =
    Array.isArray(things) || things instanceof tf.Tensor || "shape" in things || "history" in things;
  return single ? [[name, things as T]] : Object.entries(things as Named<T>);
}
