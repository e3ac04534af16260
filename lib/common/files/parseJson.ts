import { check, UserError } from "../errors";

/** Deeper than any file we know; deep enough JSON makes recursive code run out of stack. */
const maxDepth = 200;

/**
 * Parses JSON that comes from a file. Damaged or deeply nested text throws one `UserError` that starts with `place`, such as the
 * file's name, and ends with `advice`.
 */
export function parseJson(text: string, place: string, advice = "Restore it from a copy."): unknown {
  check(!isTooDeep(text), () => `${place} nests lists or objects more than ${maxDepth} deep. ${advice}`);
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

/** Node quotes the text around the fault, line breaks included. */
function oneLine(reason: string): string {
  return reason.replace(/\s+/g, " ");
}

const [quote, backslash, openList, openObject, closeList, closeObject] = Buffer.from('"\\[{]}');

/** Counts brackets outside of strings, without a parse that could itself run out of memory. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openList || code === openObject) {
      if (++depth > maxDepth) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}
