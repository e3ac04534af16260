import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { StringDecoder } from "node:string_decoder";
import type { StreamName } from "../io/ioChannel";

type Done = (error?: Error) => void;
type AnyFunction = (...args: unknown[]) => unknown;

/** Redirects `process.stdout` and `process.stderr` to `write`. Cells cannot end these streams, because later cells need them. */
export function captureProcessOutput(write: (name: StreamName, text: string) => void): void {
  for (const name of ["stdout", "stderr"] as const) {
    const decoder = new StringDecoder("utf8");
    const text = (chunk: string | Uint8Array, encoding?: BufferEncoding): string => {
      const isText = typeof chunk === "string" && /^utf-?8$/i.test(encoding ?? "utf8");
      if (isText) return chunk;
      return decoder.write(typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    };
    const capture = (
      chunk: string | Uint8Array,
      encodingOrDone?: BufferEncoding | Done,
      done?: Done,
    ): boolean => {
      const [encoding, callback] =
        typeof encodingOrDone === "function" ? [undefined, encodingOrDone] : [encodingOrDone, done];
      write(name, text(chunk, encoding));
      if (callback) process.nextTick(callback);
      return true;
    };
    const stream = process[name];
    const end = (...given: unknown[]): object => {
      const callback = given.find((part) => typeof part === "function") as (() => void) | undefined;
      const [chunk, encoding] = given.filter((part) => typeof part !== "function");
      if (chunk !== undefined && chunk !== null) capture(chunk as string, encoding as BufferEncoding);
      process.nextTick(() => {
        callback?.();
        stream.emit("finish");
      });
      return stream;
    };
    Object.assign(stream, { write: capture, end, destroy: () => stream });
  }
}

/** Wraps the synchronous functions of `child_process`, so that `around` calls them. */
export function wrapSyncChildren(around: <T>(code: () => T) => T): void {
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const original = childProcess[name] as AnyFunction;
    const wrapped = (...args: unknown[]): unknown => around(() => original(...args));
    Object.defineProperty(wrapped, "name", { value: name });
    Object.assign(childProcess, { [name]: wrapped });
  }
  syncBuiltinESMExports();
}

/** Node's warnings that do not help a reader: `import()` in cells is experimental, and the error of a rejection was already shown. */
const SILENT = /USE_MAIN_CONTEXT_DEFAULT_LOADER|Promise rejection was handled asynchronously/;

/** Drops warnings that do not help the reader of a notebook. */
export function silenceWarnings(): void {
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (!SILENT.test(String(args[0]))) emitWarning(...args);
  };
}
