import * as zmq from "zeromq";
import { bind, type Connection } from "./connection";
import { answer, decode, encode, type Json, type Message } from "./wire";

/** The sockets of the main thread: requests, publications, questions. Heartbeat and control live in a thread of their own. */
export class Sockets {
  private readonly shell = new zmq.Router();
  private readonly iopub = new zmq.Publisher();
  private readonly stdin = new zmq.Router();

  private constructor(private readonly connection: Connection) {
    // Never wait and never refuse: a full queue would lose messages in the middle of a cell.
    for (const socket of [this.shell, this.iopub, this.stdin]) {
      socket.sendTimeout = 0;
      socket.sendHighWaterMark = 0;
    }
  }

  static async bind(connection: Connection): Promise<Sockets> {
    const sockets = new Sockets(connection);
    await Promise.all([
      bind(sockets.iopub, connection, connection.iopub_port),
      bind(sockets.shell, connection, connection.shell_port),
      bind(sockets.stdin, connection, connection.stdin_port),
    ]);
    return sockets;
  }

  /** Sends to everybody; the topic is the message type. */
  publish(cause: Message | undefined, type: string, content: Json, metadata: Json = {}): void {
    const message = { ...answer(cause, type, content, metadata), identities: [Buffer.from(type)] };
    this.send(this.iopub, message);
  }

  reply(request: Message, type: string, content: Json, metadata: Json = {}): void {
    this.send(this.shell, answer(request, type, content, metadata));
  }

  ask(request: Message, content: Json): void {
    this.send(this.stdin, answer(request, "input_request", content));
  }

  /** Calls the listeners for every message with a valid signature, until the sockets close. */
  listen(onRequest: (message: Message) => void, onAnswer: (message: Message) => void): void {
    void this.receive(this.shell, onRequest);
    void this.receive(this.stdin, onAnswer);
  }

  close(): void {
    for (const socket of [this.shell, this.iopub, this.stdin]) socket.close();
  }

  private async receive(socket: zmq.Router, listener: (message: Message) => void): Promise<void> {
    for await (const frames of socket) {
      const message = decode(this.connection.key, frames);
      if (message) listener(message);
    }
  }

  private send(socket: zmq.Router | zmq.Publisher, message: Message): void {
    if (socket.closed) return;
    socket.send(encode(this.connection.key, message)).catch(() => undefined);
  }
}
