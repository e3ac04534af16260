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

/** JavaScript with the maps that lead back to its TypeScript, the last compilation first. */
export interface Compiled {
  code: string;
  maps: EncodedMap[];
}

/**
 * What stands before the file of a module in stacks that V8 writes: a frame that has it is one of compiled code, one without it was
 * led back to the source already.
 */
export const COMPILED = "compiled:";

/** Cuts the inline source map off a compiled text. */
export function takeInlineMap(text: string): { text: string; map: EncodedMap | undefined } {
  const match = INLINE_MAP.exec(text);
  return match ? { text: text.slice(0, match.index), map: match[1] } : { text, map: undefined };
}

const MOST_READ = 8;
/** The maps that were read last: the frames of a stack lie in few files. */
const read = new Map<EncodedMap, SourceMap>();

function readMap(encoded: EncodedMap): SourceMap {
  const known = read.get(encoded);
  if (known) return known;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString()) as SourceMapPayload);
  if (read.size >= MOST_READ) read.delete(read.keys().next().value!);
  read.set(encoded, map);
  return map;
}

/** The name of the one file that a text was compiled from. */
export function sourceOf(map: EncodedMap): string | undefined {
  const { sources } = JSON.parse(Buffer.from(map, "base64").toString()) as SourceMapPayload;
  return sources[0]?.split("/").at(-1);
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
