import { types } from "node:util";
import {
  COMPILED_PREFIX,
  originalPosition,
  type Compiled,
  type Position,
} from "../compile/typescript/sourceMaps";
import { host } from "../realm/realm";

/** Access to the texts of cells and modules. */
export interface Sources {
  compiled(file: string): Compiled | undefined;
  /** The text of a cell by its number. */
  cellText(number: number): string | undefined;
}

/** Whether a value is an error of the cells' realm or of the kernel's. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof host.Error || value instanceof Error;
}

/** Frames of the kernel and of Node's internals, which do not help the reader of a notebook. */
const INTERNAL = /\(?(node:|ssdml-call|evalmachine)|[\\/]kernels[\\/]ssdml[\\/]|[\\/]tslab[\\/]dist[\\/]/;
const FRAME_PLACE = /:(\d+):(\d+)\)?$/;
/** What may precede the file in a frame. The names of folders may contain parentheses, too. */
const BEFORE_FILE = /^\s+at (?:async )?|\(/g;
const CELL_NAME = /cell-(\d+)\.ts$/;
const CELL_PLACE = /cell\[(\d+)\]:(\d+):(\d+)/;

/** Variables of cells are properties of `exports`, and V8 names them so. */
const VARIABLE_NAMES = /\(0 , exports\.([\p{ID_Continue}$]+)\)|\bexports\.(?=[\p{ID_Start}$_])/gu;

/** V8's message with the names of variables as in the cell: "exports.f is not a function" → "f is not a function". */
export function asInCell(error: unknown, message: string): string {
  const isFromV8 = error instanceof host.TypeError || error instanceof host.ReferenceError;
  return isFromV8 ? message.replace(VARIABLE_NAMES, "$1") : message;
}

/** The compiled cell or module of a frame, if there is one. */
function compiledIn(
  head: string,
  sources: Sources,
): { file: string; compiled: Compiled; start: number } | undefined {
  for (const before of head.matchAll(BEFORE_FILE)) {
    const start = before.index + before[0].length;
    const file = head.slice(start).replace(/^file:\/\//, "");
    const compiled = sources.compiled(file);
    if (compiled) return { file, compiled, start };
  }
  return undefined;
}

/** Maps a frame from the compiled code to the line of a cell or module; `undefined` if the line has no source. */
function mapFrame(frame: string, sources: Sources): string | undefined {
  if (INTERNAL.test(frame)) return undefined;
  const place = FRAME_PLACE.exec(frame);
  const found = place && compiledIn(frame.slice(0, place.index), sources);
  if (!found) return frame;
  const [line, column] = [place[1], place[2]].map(Number);
  const position = originalPosition(found.compiled.maps, { line, column });
  if (!position) return undefined;
  const cell = CELL_NAME.exec(found.file)?.[1];
  const shown =
    cell === undefined
      ? `${found.file.replace(COMPILED_PREFIX, "")}:${position.line}`
      : `cell[${cell}]:${position.line - 1}`;
  const caller = frame.slice(0, found.start).replace(/(?<=^\s+at (?:async )?)exports\./, "");
  return `${caller}${shown}:${position.column}${frame.endsWith(")") ? ")" : ""}`;
}

function mapFrames(frames: string[], sources: Sources): string[] {
  return frames.flatMap((frame) => mapFrame(frame, sources) ?? []);
}

/** The frames of a stack mapped to the sources, and the position of the innermost frame in a cell. */
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

/** The numbers of the cells in a stack, innermost first. */
export function cellsOfStack(error: unknown, sources: Sources): number[] {
  if (!isError(error) || typeof error.stack !== "string") return [];
  return mapStack(error.stack, sources).frames.flatMap((frame) => {
    const place = CELL_PLACE.exec(frame);
    return place ? [Number(place[1])] : [];
  });
}

/** Deep enough that an error within a library still shows the line of the cell that called it. */
const STACK_DEPTH = 50;
/** Number of frames shown of consecutive frames within packages. */
const MAX_PACKAGE_FRAMES = 3;

/** Shortens long runs of frames within packages. */
export function foldPackages(frames: readonly string[]): string[] {
  const folded: string[] = [];
  let run = 0;
  const endRun = (): void => {
    const left = run - MAX_PACKAGE_FRAMES;
    if (left > 0) folded.push(`    … ${left} more within packages`);
    run = 0;
  };
  for (const frame of frames) {
    if (!/[\\/]node_modules[\\/]/.test(frame)) endRun();
    else if (++run > MAX_PACKAGE_FRAMES) continue;
    folded.push(frame);
  }
  endRun();
  return folded;
}

/** Makes `error.stack` itself refer to the sources, so that printed errors do, too. */
export function mapStacksOfErrors(sources: Sources): void {
  host.Error.stackTraceLimit = STACK_DEPTH;
  host.Error.prepareStackTrace = (error, sites) => {
    const frames = Array.from(sites, (site: { toString(): string }) => `    at ${site.toString()}`);
    return [asInCell(error, Error.prototype.toString.call(error)), ...mapFrames(frames, sources)].join("\n");
  };
}
