import type { StreamName } from "../io/ioChannel";
import type { Message } from "../io/wire";

/** Sends one `stream` message. */
export type PublishStream = (cause: Message | undefined, name: StreamName, text: string) => void;

const QUIET_MS = 50;
const DELAY_MS = 20;
const MAX_SIZE = 1 << 16;

/**
 * Batches printed text into few messages. The first line is sent at once; lines that follow within 50 ms are collected. The order
 * between streams and between cells is kept.
 */
export class StreamBatcher {
  private cause: Message | undefined;
  private name: StreamName = "stdout";
  private chunks: string[] = [];
  private size = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastFlush = 0;

  constructor(private readonly publish: PublishStream) {}

  write(cause: Message | undefined, name: StreamName, text: string): void {
    if (cause !== this.cause || name !== this.name) this.flush();
    this.cause = cause;
    this.name = name;
    this.chunks.push(text);
    this.size += text.length;
    if (this.size >= MAX_SIZE || Date.now() - this.lastFlush > QUIET_MS) this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.flush();
      }, DELAY_MS);
  }

  flush(): void {
    if (this.chunks.length === 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lastFlush = Date.now();
    this.publish(this.cause, this.name, this.chunks.join(""));
    this.chunks = [];
    this.size = 0;
  }
}
