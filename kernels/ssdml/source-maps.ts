import { SourceMap, type SourceMapPayload } from "node:module";

export interface Position {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

const INLINE_MAP = /\n?\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

/** Cuts the inline source map off a compiled text. */
export function takeInlineMap(text: string): { text: string; map: SourceMap | undefined } {
  const match = INLINE_MAP.exec(text);
  if (!match) return { text, map: undefined };
  const payload = JSON.parse(Buffer.from(match[1], "base64").toString()) as SourceMapPayload;
  return { text: text.slice(0, match.index), map: new SourceMap(payload) };
}

/** Follows a position back through the maps, the last compilation first; `undefined` where there is no source. */
export function originalPosition(maps: readonly SourceMap[], position: Position): Position | undefined {
  let { line, column } = position;
  for (const map of maps) {
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalLine" in entry) || entry.originalLine === undefined) return undefined;
    line = entry.originalLine + 1;
    column = entry.originalColumn + 1;
  }
  return { line, column };
}
