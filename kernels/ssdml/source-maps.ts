import { SourceMap, type SourceMapPayload } from "node:module";

export interface Position {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

const INLINE_MAP = /\n?\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

/** A source map as it stands in a compiled text, in base64: few of those that a session keeps are ever read. */
export type EncodedMap = string;

/** Cuts the inline source map off a compiled text. */
export function takeInlineMap(text: string): { text: string; map: EncodedMap | undefined } {
  const match = INLINE_MAP.exec(text);
  return match ? { text: text.slice(0, match.index), map: match[1] } : { text, map: undefined };
}

function readMap(encoded: EncodedMap): SourceMap {
  return new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString()) as SourceMapPayload);
}

/** Follows a position back through the maps, the last compilation first; `undefined` where there is no source. */
export function originalPosition(maps: readonly EncodedMap[], position: Position): Position | undefined {
  let { line, column } = position;
  for (const map of maps) {
    const entry = readMap(map).findEntry(line - 1, column - 1);
    if (!("originalLine" in entry) || entry.originalLine === undefined) return undefined;
    line = entry.originalLine + 1;
    column = entry.originalColumn + 1;
  }
  return { line, column };
}
