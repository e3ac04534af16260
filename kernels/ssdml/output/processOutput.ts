import { StringDecoder } from "node:string_decoder";
import type { StreamName } from "../io/ioChannel";

type Done = (error?: Error) => void;

/** Sends everything written to `process.stdout` and `process.stderr` to `write`. They cannot be ended: the cells that follow need them. */
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
