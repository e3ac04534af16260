import { check, deepestNesting, isNestedDeeper, UserError } from "../../core";

const restore = "Restore it from a copy.";

/**
 * Parses JSON from a file. Damaged or deeply nested text throws a `UserError` that starts with `place`, such as the
 * file's name, and ends with `advice`.
 */
export function parseJson(text: string, place: string, advice = restore): unknown {
  const value = parseAnyJson(text, place, advice);
  check(
    !isNestedDeeper(value, deepestNesting),
    () => `${place} is nested more than ${deepestNesting} levels deep. ${advice}`,
  );
  return value;
}

/** Like {@link parseJson}, but with any depth of nesting, for callers that check it themselves. */
export function parseAnyJson(text: string, place: string, advice = restore): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${place} is not valid JSON (${oneLine(reason)}). ${advice}`);
  }
}

/** Whether a JSON value is an object with keys, not a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Node's message quotes the text around the error, including line breaks. */
function oneLine(reason: string): string {
  return reason.replace(/\s+/g, " ");
}
