import type { StreamName } from "./native-output";

/** Sends everything written to `process.stdout` and `process.stderr` to `write`. */
export function captureProcessOutput(write: (name: StreamName, text: string) => void): void {
  for (const name of ["stdout", "stderr"] as const) {
    const capture = (
      chunk: string | Uint8Array,
      encodingOrDone?: BufferEncoding | ((error?: Error) => void),
      done?: (error?: Error) => void,
    ): boolean => {
      write(name, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
      const callback = typeof encodingOrDone === "function" ? encodingOrDone : done;
      if (callback) process.nextTick(callback);
      return true;
    };
    process[name].write = capture;
  }
}
