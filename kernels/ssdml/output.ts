import type { Cell } from "./cell";
import type { StreamName } from "./native-output";
import { nodeTimers } from "./timers";

/** Sends one `stream` message. */
export type PublishStream = (cell: Cell, name: StreamName, text: string) => void;

const QUIET_MS = 50;
const DELAY_MS = 20;
const FULL = 1 << 16;

/**
 * Collects what cells print into few messages: the first line goes out at once, lines that follow within 50 ms are
 * gathered. Order is kept between streams and cells.
 */
export class StreamBatcher {
  private pending: { cell: Cell; name: StreamName; chunks: string[]; size: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastFlush = 0;

  constructor(private readonly publish: PublishStream) {}

  write(cell: Cell, name: StreamName, text: string): void {
    if (text === "") return;
    if (this.pending && (this.pending.cell !== cell || this.pending.name !== name)) this.flush();
    this.pending ??= { cell, name, chunks: [], size: 0 };
    this.pending.chunks.push(text);
    this.pending.size += text.length;
    if (this.pending.size >= FULL || Date.now() - this.lastFlush > QUIET_MS) this.flush();
    else
      this.timer ??= nodeTimers.setTimeout(() => {
        this.flush();
      }, DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lastFlush = Date.now();
    const batch = this.pending;
    this.pending = undefined;
    if (batch) this.publish(batch.cell, batch.name, batch.chunks.join(""));
  }
}

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
