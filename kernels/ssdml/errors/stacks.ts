import { types } from "node:util";
import { COMPILED, originalPosition, type Compiled, type Position } from "../compile/typescript/sourceMaps";
import { host } from "../realm/realm";

export interface Sources {
  compiled(file: string): Compiled | undefined;
  /** The text of a cell by its number. */
  cellText(number: number): string | undefined;
}

/** Whether something is an error, of the cells or of the kernel. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof host.Error || value instanceof Error;
}

/** Frames of the kernel itself and of Node's machinery: of no use to the reader of a notebook. */
const MACHINERY = /\(?(node:|ssdml-call|evalmachine)|[\\/]kernels[\\/]ssdml[\\/]|[\\/]tslab[\\/]dist[\\/]/;
const FRAME_PLACE = /:(\d+):(\d+)\)?$/;
/** Behind which a frame may name its file; folders may have brackets in their names, too. */
const BEFORE_FILE = /^\s+at (?:async )?|\(/g;
const CELL_NAME = /cell-(\d+)\.ts$/;
const CELL_PLACE = /cell\[(\d+)\]:(\d+):(\d+)/;

/** Variables of cells are properties of an object; V8 says so. */
const OF_VARIABLES = /\(0 , exports\.([\p{ID_Continue}$]+)\)|\bexports\.(?=[\p{ID_Start}$_])/gu;

/** A message of V8's with the names of variables as the cell has them: "exports.f is not a function" → "f is not a function". */
export function asInCell(error: unknown, message: string): string {
  const isOfV8 = error instanceof host.TypeError || error instanceof host.ReferenceError;
  return isOfV8 ? message.replace(OF_VARIABLES, "$1") : message;
}

/** The file of a frame, if it is a compiled cell or module. */
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

/** The frame with the line of a cell or module in place of the compiled one; `undefined` where the reader has no source. */
function mapFrame(frame: string, sources: Sources): string | undefined {
  if (MACHINERY.test(frame)) return undefined;
  const place = FRAME_PLACE.exec(frame);
  const found = place && compiledIn(frame.slice(0, place.index), sources);
  if (!found) return frame;
  const [line, column] = [place[1], place[2]].map(Number);
  const position = originalPosition(found.compiled.maps, { line, column });
  if (!position) return undefined;
  const cell = CELL_NAME.exec(found.file)?.[1];
  const shown =
    cell === undefined
      ? `${found.file.replace(COMPILED, "")}:${position.line}`
      : `cell[${cell}]:${position.line - 1}`;
  const caller = frame.slice(0, found.start).replace(/(?<=^\s+at (?:async )?)exports\./, "");
  return `${caller}${shown}:${position.column}${frame.endsWith(")") ? ")" : ""}`;
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

/** The numbers of the cells that a stack names, the innermost first. */
export function cellsOfStack(error: unknown, sources: Sources): number[] {
  if (!isError(error) || typeof error.stack !== "string") return [];
  return mapStack(error.stack, sources).frames.flatMap((frame) => {
    const place = CELL_PLACE.exec(frame);
    return place ? [Number(place[1])] : [];
  });
}

/** Deep enough that an error within a library still names the line of the cell that called it. */
const STACK_DEPTH = 50;
/** So many frames of packages are shown at the beginning of a run of them. */
const FIRST_OF_PACKAGES = 3;

/** The frames with long runs within packages made short. */
export function foldPackages(frames: readonly string[]): string[] {
  const folded: string[] = [];
  let run = 0;
  const endRun = (): void => {
    const left = run - FIRST_OF_PACKAGES;
    if (left > 0) folded.push(`    … ${left} more within packages`);
    run = 0;
  };
  for (const frame of frames) {
    if (!/[\\/]node_modules[\\/]/.test(frame)) endRun();
    else if (++run > FIRST_OF_PACKAGES) continue;
    folded.push(frame);
  }
  endRun();
  return folded;
}

/** Lets `error.stack` itself name the places that the reader knows, so that printed errors do, too. */
export function mapStacksOfErrors(sources: Sources): void {
  host.Error.stackTraceLimit = STACK_DEPTH;
  host.Error.prepareStackTrace = (error, sites) => {
    const frames = Array.from(sites, (site: { toString(): string }) => `    at ${site.toString()}`);
    return [asInCell(error, Error.prototype.toString.call(error)), ...mapFrames(frames, sources)].join("\n");
  };
}
