import type { StreamName } from "../io/ioChannel";
import type { Message } from "../io/wire";

/** Sends one `stream` message. */
export type PublishStream = (cause: Message | undefined, name: StreamName, text: string) => void;

const QUIET_MS = 50;
const DELAY_MS = 20;
const FULL = 1 << 16;

/**
 * Collects what is printed into few messages: the first line goes out at once, lines that follow within 50 ms are gathered.
 * Order is kept between streams and cells.
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
    if (this.size >= FULL || Date.now() - this.lastFlush > QUIET_MS) this.flush();
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
