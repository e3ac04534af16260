import { isJsonObject, parseJson } from "./parseJson";

const numberKey = "$number";

/** A value as JSON that keeps Infinity, −Infinity and NaN, as `{"$number": "Infinity"}`. JSON itself would turn them into null. */
export function toExactJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "number" && !Number.isFinite(each) ? { [numberKey]: String(each) } : each,
  );
}

/** Reads what {@link toExactJson} wrote. Damaged text throws a `UserError`, as in `parseJson`. */
export function parseExactJson(text: string, place: string, advice?: string): unknown {
  return restored(parseJson(text, place, advice));
}

function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0][0] === numberKey) return Number(entries[0][1]);
  return Object.fromEntries(entries.map(([name, each]) => [name, restored(each)]));
}
