import { writeSync } from "node:fs";
import type { StreamName } from "../io/ioChannel";
import type { SharedState } from "../io/sharedState";

/** What the launcher sends to the I/O thread: text that came through a pipe, or a marker that the kernel wrote into it. */
export type FromLauncher = { name: StreamName; text: string } | { name: StreamName; marker: number };

/** File descriptor of the pipe from the launcher to the I/O thread, which carries one JSON value per line. */
export const LAUNCHER_PIPE = 4;

const MARKER = /\uE000ssdml:(\d+)\uE001/;
const OPEN = "\uE000ssdml:";

/** Marks an orderly shutdown. */
export const SHUTDOWN_MARKER = Number.MAX_SAFE_INTEGER;

export function marker(id: number): string {
  return `${OPEN}${id}\uE001`;
}

/** Splits what arrives through a pipe into text and markers. The pipe may cut a marker in two. */
export class MarkerSplitter {
  private rest = "";

  push(chunk: string): ({ text: string } | { marker: number })[] {
    const pieces: ({ text: string } | { marker: number })[] = [];
    let text = this.rest + chunk;
    for (let match = MARKER.exec(text); match; match = MARKER.exec(text)) {
      if (match.index > 0) pieces.push({ text: text.slice(0, match.index) });
      pieces.push({ marker: Number(match[1]) });
      text = text.slice(match.index + match[0].length);
    }
    const cut = text.lastIndexOf("\uE000");
    const tail = cut < 0 ? "" : text.slice(cut);
    const unfinished = cut >= 0 && (OPEN.startsWith(tail) || /^\uE000ssdml:\d*$/.test(tail));
    this.rest = unfinished ? tail : "";
    const ready = unfinished ? text.slice(0, cut) : text;
    if (ready !== "") pieces.push({ text: ready });
    return pieces;
  }
}

export function markerKey(name: StreamName, id: number): string {
  return `${name} ${id}`;
}

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;
const STREAMS = ["stdout", "stderr"] as const;
const TIMEOUT_MS = 1000;
const BLOCKING_TIMEOUT_MS = 200;

/**
 * Waits for the output of native code and child processes: `settle` writes a marker after it and resolves when the I/O thread has
 * processed everything before the marker.
 */
export class NativeOutput {
  private nextMarker = 1;
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly shared: SharedState,
    private readonly sendMarker: (marker: number) => void,
    private readonly setTimer: (callback: () => void, ms: number) => unknown,
  ) {}

  /** The I/O thread has processed a marker. */
  onMarker(key: string): void {
    this.waiting.get(key)?.();
  }

  async settle(): Promise<void> {
    if (!process.connected) return;
    const id = this.nextMarker++;
    await Promise.all(STREAMS.map((name) => this.passMarker(name, id)));
  }

  /** Runs code that blocks the thread and may print past the kernel. Text printed before and after it keeps its place. */
  keepOrderAround<T>(code: () => T): T {
    const id = this.nextMarker++;
    this.sendMarker(id);
    this.shared.waitForMarker("channel", id, BLOCKING_TIMEOUT_MS);
    try {
      return code();
    } finally {
      this.settleBlocking(id);
    }
  }

  private settleBlocking(id: number): void {
    if (!process.connected) return;
    for (const name of STREAMS) {
      if (tryToWrite(name, marker(id))) this.shared.waitForMarker(name, id, BLOCKING_TIMEOUT_MS);
    }
  }

  private passMarker(name: StreamName, id: number): Promise<void> {
    return new Promise((resolve) => {
      const key = markerKey(name, id);
      const done = (): void => {
        this.waiting.delete(key);
        resolve();
      };
      this.waiting.set(key, done);
      this.setTimer(done, TIMEOUT_MS);
      this.write(name, marker(id));
    });
  }

  /** Retries while the pipe is full. If it stays full, `passMarker` times out. */
  private write(name: StreamName, text: string): void {
    if (tryToWrite(name, text) || !process.connected) return;
    this.setTimer(() => {
      this.write(name, text);
    }, 2);
  }
}

function tryToWrite(name: StreamName, text: string): boolean {
  try {
    writeSync(DESCRIPTORS[name], text);
    return true;
  } catch {
    return false;
  }
}
