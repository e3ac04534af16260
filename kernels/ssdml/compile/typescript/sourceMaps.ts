import { SourceMap, type SourceMapPayload } from "node:module";

export interface Position {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

const INLINE_MAP = /\n?\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

/** A source map in base64, as in the compiled text. A session keeps many of them but reads few. */
export type EncodedMap = string;

/** JavaScript with the maps that lead back to its TypeScript, starting with the last compilation. */
export interface Compiled {
  code: string;
  maps: EncodedMap[];
}

/**
 * Prefix of a compiled module's file in the stacks that V8 writes. A frame with it refers to compiled code; a frame without it was
 * already mapped to the source.
 */
export const COMPILED_PREFIX = "compiled:";

/** Cuts the inline source map off a compiled text. */
export function takeInlineMap(text: string): { text: string; map: EncodedMap | undefined } {
  const match = INLINE_MAP.exec(text);
  return match ? { text: text.slice(0, match.index), map: match[1] } : { text, map: undefined };
}

const MAX_CACHED = 8;
/** The maps that were decoded last: the frames of a stack lie in few files. */
const decoded = new Map<EncodedMap, SourceMap>();

function decodeMap(encoded: EncodedMap): SourceMap {
  const known = decoded.get(encoded);
  if (known) return known;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString()) as SourceMapPayload);
  if (decoded.size >= MAX_CACHED) decoded.delete(decoded.keys().next().value!);
  decoded.set(encoded, map);
  return map;
}

/** The name of the file that a text was compiled from. */
export function sourceOf(map: EncodedMap): string | undefined {
  const { sources } = JSON.parse(Buffer.from(map, "base64").toString()) as SourceMapPayload;
  return sources[0]?.split("/").at(-1);
}

/** Follows a position back through the maps, starting with the last compilation; `undefined` if it has no source. */
export function originalPosition(maps: readonly EncodedMap[], position: Position): Position | undefined {
  let { line, column } = position;
  for (const map of maps) {
    const entry = decodeMap(map).findEntry(line - 1, column - 1);
    if (!("originalLine" in entry) || entry.originalLine === undefined) return undefined;
    line = entry.originalLine + 1;
    column = entry.originalColumn + 1;
  }
  return { line, column };
}
