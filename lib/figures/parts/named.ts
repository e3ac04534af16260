import { isArray, isRecord, isTensor, wrongValue } from "../../core/options";

/** Several things to draw together, by the name that the legend shows. */
export type Named<T> = Readonly<Record<string, T>>;

/** One matrix, list or result gets the given name; several bring their own. `title` is for error texts: "embeddingSpectrum: embeddings". */
export function named<T extends object>(
  things: T | Named<T>,
  name: string,
  title: string,
): [name: string, thing: T][] {
  if (isArray(things) || isTensor(things)) return [[name, things]];
  if (!isRecord(things)) throw wrongValue(title, "one, or several as { name: … }", things);
  return "shape" in things || "history" in things ? [[name, things as T]] : Object.entries(things);
}
