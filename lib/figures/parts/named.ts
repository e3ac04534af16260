import { isArray, isRecord, isTensor, wrongValue } from "../../core/options";

/** Several things to draw together, by their names in the legend. */
export type Named<T> = Readonly<Record<string, T>>;

/** Gives a single matrix, list or result the name `name`; several have their own names. `title` is for error texts. */
export function named<T extends object>(
  things: T | Named<T>,
  name: string,
  title: string,
): [name: string, thing: T][] {
  if (isArray(things) || isTensor(things)) return [[name, things]];
  if (!isRecord(things)) throw wrongValue(title, "one, or several as { name: … }", things);
  return "shape" in things || "history" in things ? [[name, things as T]] : Object.entries(things);
}
