import { check, deepestNesting, isNestedDeeper } from "../../core";

/**
 * JSON as Jupyter writes it, with one space of indent and sorted keys. It comes in parts, because a string cannot hold more than
 * half a billion characters. Everything `depth` levels deep is one part.
 */
export function* jsonParts(value: unknown, depth: number, indent = ""): Generator<string> {
  if (depth === 0 || typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    check(
      !isNestedDeeper(value, deepestNesting),
      () => `the notebook cannot be written: it is nested more than ${deepestNesting} levels deep.`,
    );
    yield JSON.stringify(value, sortKeys, 1).replaceAll("\n", `\n${indent}`);
    return;
  }
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  let before = open;
  for (const [key, item] of Object.entries(sortKeys("", value) as object)) {
    if (item === undefined) continue;
    yield `${before}\n${indent} ${open === "[" ? "" : `${JSON.stringify(key)}: `}`;
    yield* jsonParts(item, depth - 1, `${indent} `);
    before = ",";
  }
  yield `\n${indent}${close}`;
}

/** The same text in fewer parts, of at least `size` characters each except the last. */
export function* inLargerParts(parts: Iterable<string>, size = 2 ** 20): Generator<string> {
  let held = "";
  for (const part of parts) {
    if (part.length < size) held += part;
    else {
      yield held;
      yield part;
      held = "";
    }
    if (held.length < size) continue;
    yield held;
    held = "";
  }
  yield held;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
