import { check } from "../../core";
import type { ValueKind } from "./declarations";
import type { Notebook } from "./nbformat";
import { parameterDefaults, type Parameters } from "./parameters";

/** Reads "name=value" as typed on a command line. */
export function parseParameter(word: string): [name: string, text: string] {
  const [, name, text] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  check(
    name !== undefined && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name),
    () => `a parameter must look like name=value, such as seed=1, got "${word}".`,
  );
  return [name, text];
}

/**
 * Converts typed texts to the values of a notebook's parameters. If the default is a string, the value is the text; otherwise it is
 * read as JSON (`3`, `true`, `[1,2]`, `"3"`), or kept as text if it is not valid JSON.
 */
export function parameterValues(notebook: Notebook, texts: Record<string, string>): Parameters {
  const defaults = parameterDefaults(notebook);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, valueOf(text, defaults?.get(name)?.kind)]),
  );
}

function valueOf(text: string, kind: ValueKind | undefined): unknown {
  // ".5" and "0x10" are numbers too.
  if (kind === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  const value = jsonOr(text);
  return kind !== "string" || typeof value === "string" ? value : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
