import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Dealer, Request, Subscriber } from "zeromq";
import type { Connection } from "./connection";
import { decode, encode, request, type Message } from "./message";

type Content = Record<string, unknown>;
export type MessageListener = (message: Message) => void;

/** How long to wait for "idle" after a reply: kernels that print a lot may lose messages, even the last one. */
const idleGraceMs = 4000;

/** A client of one kernel. Badly signed messages are dropped; answers and outputs go to the request that caused them. */
export class KernelClient {
  readonly #key: string;
  readonly #session = randomUUID();
  readonly #shell = new Dealer({ linger: 0 });
  readonly #control = new Dealer({ linger: 0 });
  // No limit on queued messages: the output of a cell that prints 100,000 lines must not get lost here.
  readonly #iopub = new Subscriber({ linger: 0, receiveHighWaterMark: 0 });
  readonly #waiting = new Map<string, { resolve: MessageListener; reject: (reason: Error) => void }>();
  readonly #listeners = new Map<string, MessageListener>();
  readonly #heartAddress: string;
  #ended: Error | undefined;

  constructor({ transport, ip, key, ...ports }: Connection) {
    this.#key = key;
    const address = (port: number) => `${transport}://${ip}:${port}`;
    this.#heartAddress = address(ports.hb_port);
    this.#shell.connect(address(ports.shell_port));
    this.#control.connect(address(ports.control_port));
    this.#iopub.connect(address(ports.iopub_port));
    this.#iopub.subscribe();
    const answer: MessageListener = (message) => {
      const id = message.parent.msg_id ?? "";
      this.#waiting.get(id)?.resolve(message);
      this.#waiting.delete(id);
    };
    void this.#receive(this.#shell, answer);
    void this.#receive(this.#control, answer);
    void this.#receive(this.#iopub, (message) => this.#listeners.get(message.parent.msg_id ?? "")?.(message));
  }

  /** Sends a request and waits for its reply. The listener gets everything that the kernel publishes about it, even later. */
  async request(
    channel: "shell" | "control",
    type: string,
    content: Content,
    listener?: MessageListener,
  ): Promise<Message> {
    if (this.#ended) throw this.#ended;
    const message = request(this.#session, type, content);
    const id = message.header.msg_id;
    if (listener) this.#listeners.set(id, listener);
    const reply = new Promise<Message>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const socket = channel === "shell" ? this.#shell : this.#control;
    await Promise.race([reply, socket.send(encode(message, this.#key))]);
    return reply;
  }

  /** Requests the kernel's description until both its replies and its publications arrive. */
  async ready(): Promise<Content> {
    for (;;) {
      let publishes: () => void = () => undefined;
      const published = new Promise<true>(
        (resolve) =>
          (publishes = () => {
            resolve(true);
          }),
      );
      const reply = await this.request("shell", "kernel_info_request", {}, publishes);
      if (await within(200, published)) return reply.content;
    }
  }

  /** Runs code. The listener gets its outputs; the promise resolves when the kernel is idle again. */
  async execute(code: string, listener: MessageListener): Promise<Message> {
    let rest: () => void = () => undefined;
    const idle = new Promise<true>(
      (resolve) =>
        (rest = () => {
          resolve(true);
        }),
    );
    const content = {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: true,
    };
    const reply = await this.request("shell", "execute_request", content, (message) => {
      if (message.header.msg_type !== "status") listener(message);
      else if (message.content.execution_state === "idle") rest();
    });
    await within(idleGraceMs, idle);
    return reply;
  }

  /** Completions at the end of the code. */
  async complete(code: string): Promise<string[]> {
    const { content } = await this.request("shell", "complete_request", { code, cursor_pos: length(code) });
    return content.matches as string[];
  }

  /** What the kernel knows about the name at the end of the code, as text; empty for unknown names. */
  async inspect(code: string): Promise<string | undefined> {
    const asked = { code, cursor_pos: length(code), detail_level: 0 };
    const { content } = await this.request("shell", "inspect_request", asked);
    return (content.data as Record<string, string>)["text/plain"];
  }

  /** Whether the kernel echoes a heartbeat in time. */
  async heartbeat(milliseconds: number): Promise<boolean> {
    const heart = new Request({ linger: 0, receiveTimeout: milliseconds });
    heart.connect(this.#heartAddress);
    try {
      await heart.send("ping");
      await heart.receive();
      return true;
    } catch {
      return false;
    } finally {
      heart.close();
    }
  }

  /** Closes the sockets. Pending requests are rejected with the reason. */
  close(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    for (const socket of [this.#shell, this.#control, this.#iopub]) socket.close();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async #receive(socket: Dealer | Subscriber, deliver: MessageListener): Promise<void> {
    try {
      for await (const frames of socket) {
        const message = decode(frames, this.#key);
        if (message) deliver(message);
      }
    } catch (error) {
      this.close(error as Error);
    }
  }
}

/** The protocol counts Unicode code points. */
function length(code: string): number {
  return Array.from(code).length;
}

/** True if the promise is fulfilled in time. */
async function within(milliseconds: number, promise: Promise<true>): Promise<boolean> {
  const patience = new AbortController();
  try {
    return await Promise.race([promise, sleep(milliseconds, false, { signal: patience.signal })]);
  } finally {
    patience.abort();
  }
}
