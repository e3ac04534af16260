import type { Compiled } from "./compile";
import { originalPosition, type Position } from "./source-maps";

export interface Sources {
  compiled(file: string): Compiled | undefined;
  /** The text of a cell by its number. */
  cellText(number: number): string | undefined;
}

/** Frames of the kernel itself and of Node's machinery: of no use to the reader of a notebook. */
const MACHINERY = /\(?(node:|ssdml-call|evalmachine)|[\\/]kernels[\\/]ssdml[\\/]|[\\/]tslab[\\/]dist[\\/]/;
const FRAME_FILE = /((?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)/;
const CELL_NAME = /cell-(\d+)\.ts$/;
const CELL_PLACE = /cell\[(\d+)\]:(\d+):(\d+)/;

/** A message of V8's with the names of variables as the cell has them: "exports.f is not a function" → "f is not a function". */
export function asInCell(message: string): string {
  return message.replace(/\(0 , exports\.([\w$]+)\)|\bexports\.(?=[\w$])/g, "$1");
}

/** The frame with the line of a cell or module in place of the compiled one; `undefined` where the reader has no source. */
function mapFrame(frame: string, sources: Sources): string | undefined {
  if (MACHINERY.test(frame)) return undefined;
  const match = FRAME_FILE.exec(frame);
  const compiled = match ? sources.compiled(match[1].replace(/^file:\/\//, "")) : undefined;
  if (!match || !compiled) return frame;
  const position = originalPosition(compiled.maps, { line: Number(match[2]), column: Number(match[3]) });
  if (!position) return undefined;
  const cell = CELL_NAME.exec(match[1])?.[1];
  if (cell === undefined) {
    const file = match[1].replace(/\.js$/, ".ts");
    return frame.replace(match[0], `${file}:${position.line}:${position.column}`);
  }
  return frame.replace(match[0], `cell[${cell}]:${position.line - 1}:${position.column}`);
}

function mapFrames(frames: string[], sources: Sources): string[] {
  return frames.flatMap((frame) => mapFrame(frame, sources) ?? []);
}

/** The frames of a stack as the reader knows the places, and the position of the innermost that lies in a cell. */
export function mapStack(
  stack: string,
  sources: Sources,
): { frames: string[]; top: { cell: number; position: Position } | undefined } {
  const frames = mapFrames(
    stack.split("\n").filter((line) => /^\s+at /.test(line)),
    sources,
  );
  const place = frames.map((frame) => CELL_PLACE.exec(frame)).find((match) => match !== null);
  if (!place) return { frames, top: undefined };
  const [cell, line, column] = place.slice(1).map(Number);
  return { frames, top: { cell, position: { line, column } } };
}

/** Lets `error.stack` itself name the places that the reader knows, so that printed errors do, too. */
export function mapStacksOfErrors(sources: Sources): void {
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites.map((site: { toString(): string }) => `    at ${site.toString()}`);
    return [asInCell(Error.prototype.toString.call(error)), ...mapFrames(frames, sources)].join("\n");
  };
}
