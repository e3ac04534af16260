import type { Worker } from "node:worker_threads";
import { unseal, type Envelope } from "./envelope";
import type { Pulse } from "./sharedState";
import { answer, encode, replyType, type Frame, type Json, type Message } from "./wire";

export type StreamName = "stdout" | "stderr";

/** What the main thread gives the front to send or to know. */
export type ToFront =
  | { name: StreamName; text: string }
  | { printing: Message | undefined }
  | { socket: "shell" | "iopub" | "stdin"; frames: Frame[]; answers?: string }
  | { declared: string }
  | { marker: number }
  | "open"
  | "closed";

/** What the front tells the main thread. */
export type FromFront =
  | { socket: "shell" | "stdin"; envelope: Envelope }
  | "ready"
  | "interrupt"
  | "shutdown"
  | "left"
  | { marker: string }
  | { failure: string };

/** The main thread's line to the front, which has the sockets: requests, publications, questions. */
export class Line {
  private declared = "";
  private printing: Message | undefined;

  constructor(
    private readonly front: Worker,
    private readonly key: string,
    private readonly pulse: Pulse,
  ) {}

  /** Prints for a cell. The front gathers what comes in quick succession: it does so even while this thread computes. */
  write(cause: Message | undefined, name: StreamName, text: string): void {
    if (text === "") return;
    if (cause !== this.printing) {
      this.printing = cause;
      this.tell({ printing: cause });
    }
    this.tell({ name, text });
  }

  /** Sends to everybody, behind everything that was printed; the topic is the message type. */
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

  /** Lets the front know the types of everything declared so far. */
  declare(types: string): void {
    if (types === this.declared) return;
    this.declared = types;
    this.tell({ declared: types });
  }

  /** The front will say, through shared memory, that it has come to this place. */
  mark(marker: number): void {
    this.tell({ marker });
  }

  /** From here on the listeners are called for every message with a valid signature, and for markers behind native output. */
  listen(
    onRequest: (message: Message) => void,
    onAnswer: (message: Message) => void,
    onMarker: (key: string) => void,
  ): void {
    this.front.on("message", (told: FromFront) => {
      if (typeof told !== "object") return;
      if ("marker" in told) onMarker(told.marker);
      else if ("socket" in told) (told.socket === "shell" ? onRequest : onAnswer)(unseal(told.envelope));
    });
    this.tell("open");
  }

  /** Everything to be sent was sent. */
  close(): void {
    this.tell("closed");
  }

  /** Writing a large output as JSON takes long: an interrupt must not cut it off. */
  private send(socket: "shell" | "iopub" | "stdin", message: Message, answers?: string): void {
    this.pulse.protect(() => {
      const frames = encode(this.key, message);
      this.tell({ socket, frames, ...(answers !== undefined && { answers }) });
    });
  }

  private tell(message: ToFront): void {
    this.front.postMessage(message);
  }
}
