import type { Worker } from "node:worker_threads";
import { unseal, type Envelope } from "./envelope";
import type { SharedState } from "./sharedState";
import { answer, encode, replyType, type Frame, type Json, type Message } from "./wire";

export type StreamName = "stdout" | "stderr";

/** Messages from the main thread to the I/O thread. */
export type ToIoThread =
  | { name: StreamName; text: string }
  /** The request of the cell whose text follows. */
  | { printing: Message | undefined }
  /** `answers` is the id of the request that the frames reply to. */
  | { socket: "shell" | "iopub" | "stdin"; frames: Frame[]; answers?: string }
  | { declared: string }
  | { marker: number }
  | "open"
  | "closed";

/** Messages from the I/O thread to the main thread. */
export type FromIoThread =
  | { socket: "shell" | "stdin"; envelope: Envelope }
  | "ready"
  | "interrupt"
  | "shutdown"
  | "left"
  | { marker: string }
  | { failure: string };

/** The main thread's channel to the I/O thread, which owns the sockets. */
export class IoChannel {
  private declared = "";
  private printing: Message | undefined;

  constructor(
    private readonly ioThread: Worker,
    private readonly key: string,
    private readonly shared: SharedState,
  ) {}

  /** Prints for a cell. The I/O thread batches text that arrives in quick succession, even while this thread computes. */
  write(cause: Message | undefined, name: StreamName, text: string): void {
    if (text === "") return;
    if (cause !== this.printing) {
      this.printing = cause;
      this.post({ printing: cause });
    }
    this.post({ name, text });
  }

  /** Sends a message to all front ends, after everything printed before it. The topic is the message type. */
  publish(cause: Message | undefined, type: string, content: Json, metadata: Json = {}): void {
    const message = { ...answer(cause, type, content, metadata), identities: [type] };
    this.send("iopub", message);
  }

  reply(request: Message, content: Json, metadata: Json = {}): void {
    this.send("shell", answer(request, replyType(request), content, metadata), request.header.msg_id);
  }

  ask(request: Message, content: Json): void {
    this.send("stdin", answer(request, "input_request", content));
  }

  /** Sends the I/O thread the types of everything declared so far. */
  declare(types: string): void {
    if (types === this.declared) return;
    this.declared = types;
    this.post({ declared: types });
  }

  /** Sends a marker. The I/O thread confirms it through shared memory once it has processed everything before it. */
  mark(marker: number): void {
    this.post({ marker });
  }

  /** Starts to receive messages with a valid signature, and markers that follow native output. */
  listen(
    onRequest: (message: Message) => void,
    onAnswer: (message: Message) => void,
    onMarker: (key: string) => void,
  ): void {
    this.ioThread.on("message", (received: FromIoThread) => {
      if (typeof received !== "object") return;
      if ("marker" in received) onMarker(received.marker);
      else if ("socket" in received) {
        (received.socket === "shell" ? onRequest : onAnswer)(unseal(received.envelope));
      }
    });
    this.post("open");
  }

  /** Tells the I/O thread that nothing more will be sent. */
  close(): void {
    this.post("closed");
  }

  /** Encoding a large output as JSON takes long, and an interrupt must not cut it off. */
  private send(socket: "shell" | "iopub" | "stdin", message: Message, answers?: string): void {
    this.shared.protect(() => {
      const frames = encode(this.key, message);
      this.post({ socket, frames, ...(answers !== undefined && { answers }) });
    });
  }

  private post(message: ToIoThread): void {
    this.ioThread.postMessage(message);
  }
}
