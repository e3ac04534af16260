import { writeSync } from "node:fs";
import type { StreamName } from "../io/ioChannel";
import type { Pulse } from "../io/sharedState";

/** What the launcher tells the front: text that came through a pipe, or a marker that the kernel wrote itself. */
export type FromLauncher = { name: StreamName; text: string } | { name: StreamName; marker: number };

/** The pipe by which the launcher does so, a line of JSON each. */
export const LAUNCHER_PIPE = 4;

const MARKER = /\uE000ssdml:(\d+)\uE001/;
const OPEN = "\uE000ssdml:";

/** The marker behind which the kernel's end is an orderly one, however it comes about. */
export const FAREWELL = Number.MAX_SAFE_INTEGER;

export function marker(id: number): string {
  return `${OPEN}${id}\uE001`;
}

/** Splits what arrives through a pipe into text and markers; a marker may be cut in two by the pipe. */
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
const PATIENCE_MS = 1000;
const SHORT_PATIENCE_MS = 200;

/**
 * Waits for the output of native code and child processes: `settle` writes a marker behind it and resolves when the front has heard
 * of everything before the marker.
 */
export class NativeOutput {
  private nextMarker = 1;
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly pulse: Pulse,
    private readonly tellFront: (marker: number) => void,
    private readonly setTimer: (callback: () => void, ms: number) => unknown,
  ) {}

  /** The front has come to a marker. */
  reached(key: string): void {
    this.waiting.get(key)?.();
  }

  async settle(): Promise<void> {
    if (!process.connected) return;
    const id = this.nextMarker++;
    await Promise.all(STREAMS.map((name) => this.pass(name, id)));
  }

  /** Runs code that may print past the kernel while the thread is held: what is printed before and after it keeps its place. */
  around<T>(code: () => T): T {
    const id = this.nextMarker++;
    this.tellFront(id);
    this.pulse.waitFor("line", id, SHORT_PATIENCE_MS);
    try {
      return code();
    } finally {
      this.settleAtOnce(id);
    }
  }

  private settleAtOnce(id: number): void {
    if (!process.connected) return;
    for (const name of STREAMS) {
      if (tryToWrite(name, marker(id))) this.pulse.waitFor(name, id, SHORT_PATIENCE_MS);
    }
  }

  private pass(name: StreamName, id: number): Promise<void> {
    return new Promise((resolve) => {
      const key = markerKey(name, id);
      const done = (): void => {
        this.waiting.delete(key);
        resolve();
      };
      this.waiting.set(key, done);
      this.setTimer(done, PATIENCE_MS);
      this.write(name, marker(id));
    });
  }

  /** Where the pipe is full or gone, tries until `pass` loses patience. */
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
