import { randomUUID } from "node:crypto";
import { host } from "../realm/realm";
import type { Json, Message } from "./wire";

const parseForCells = host.JSON.parse as (text: string) => unknown;

/** A channel between the kernel and an output in the browser. */
export interface Comm {
  readonly id: string;
  readonly target: string;
  send(data: Json): void;
  onMessage(listener: (data: Json) => void): void;
  onClose(listener: (data: Json) => void): void;
  close(data?: Json): void;
}

type PublishComm = (type: "comm_open" | "comm_msg" | "comm_close", content: Json) => void;
type Listener = (data: Json) => void;

interface OpenComm {
  comm: Comm;
  messages: Listener[];
  closings: Listener[];
}

/** Data for listeners in cells, as objects of the cells' realm. */
function dataOf({ content }: Message): Json {
  return parseForCells(JSON.stringify(content.data ?? {})) as Json;
}

/** The open channels, and the handlers for channels that the browser opens. */
export class Comms {
  private readonly channels = new Map<string, OpenComm>();
  private readonly targets = new Map<string, (comm: Comm, data: Json) => void>();

  constructor(private readonly publish: PublishComm) {}

  /** Sets the handler for channels that the browser opens to `target`. */
  register(target: string, opened: (comm: Comm, data: Json) => void): void {
    this.targets.set(target, opened);
  }

  /** Opens a channel to `target` in the browser. */
  open(target: string, data: Json = {}): Comm {
    const comm = this.add(randomUUID(), target);
    this.publish("comm_open", { comm_id: comm.id, target_name: target, data });
    return comm;
  }

  /** The content of `comm_info_reply`. */
  info(target: unknown): Json {
    const open = [...this.channels.values()].filter(({ comm }) => !target || comm.target === target);
    return { comms: Object.fromEntries(open.map(({ comm }) => [comm.id, { target_name: comm.target }])) };
  }

  /** Handles a `comm_open`, `comm_msg` or `comm_close` from the browser. */
  receive(message: Message): void {
    const id = String(message.content.comm_id);
    const known = this.channels.get(id);
    switch (message.header.msg_type) {
      case "comm_open": {
        const target = String(message.content.target_name);
        const opened = this.targets.get(target);
        if (opened) opened(this.add(id, target), dataOf(message));
        else this.publish("comm_close", { comm_id: id, data: {} });
        break;
      }
      case "comm_msg":
        known?.messages.forEach((listener) => {
          listener(dataOf(message));
        });
        break;
      case "comm_close":
        this.channels.delete(id);
        known?.closings.forEach((listener) => {
          listener(dataOf(message));
        });
        break;
    }
  }

  private add(id: string, target: string): Comm {
    const messages: Listener[] = [];
    const closings: Listener[] = [];
    const comm: Comm = {
      id,
      target,
      send: (data) => {
        this.publish("comm_msg", { comm_id: id, data });
      },
      onMessage: (listener) => messages.push(listener),
      onClose: (listener) => closings.push(listener),
      close: (data = {}) => {
        if (this.channels.delete(id)) this.publish("comm_close", { comm_id: id, data });
      },
    };
    this.channels.set(id, { comm, messages, closings });
    return comm;
  }
}
