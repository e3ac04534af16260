import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as zmq from "zeromq";
import { address, type Connection } from "../../kernels/ssdml/io/connection";
import { newConnection } from "../../lib/jupyter/protocol/connection";
import { answer, decode, encode, type Json, type Message } from "../../kernels/ssdml/io/wire";

const LAUNCHER = path.join(process.cwd(), "dist", "kernels", "ssdml", "launcher.js");
const TIMEOUT_MS = 60_000;

export interface Execution {
  reply: Message;
  /** Everything published for the cell, in order, without status and execute_input. */
  outputs: { type: string; content: Json }[];
  ms: number;
}

export interface StartOptions {
  /** The Node binary; by default the one that runs the tests. */
  node?: string;
  env?: Record<string, string>;
  connection?: Connection;
  /** Called with the text that the launcher writes to the terminal. */
  onStderr?: (text: string) => void;
}

/** The Node binaries to test with: the one that runs the tests, and those of SSDML_TEST_NODES, separated by colons. */
export function testNodes(): string[] {
  return [process.execPath, ...(process.env.SSDML_TEST_NODES ?? "").split(":").filter((file) => file !== "")];
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** All text of a stream, or of both. */
export function textOf({ outputs }: Execution, name?: "stdout" | "stderr"): string {
  return outputs
    .filter(({ type, content }) => type === "stream" && (name === undefined || content.name === name))
    .map(({ content }) => String(content.text))
    .join("");
}

/** The MIME bundles shown by a cell. */
export function shown({ outputs }: Execution): Json[] {
  return outputs.filter(({ content }) => "data" in content).map(({ content }) => content.data as Json);
}

/** The plain text of the last value. */
export function result(execution: Execution): string {
  const last = execution.outputs.find(({ type }) => type === "execute_result");
  return String((last?.content.data as Json | undefined)?.["text/plain"]);
}

/** A kernel process with a client of the protocol, for tests. */
export class TestKernel {
  // Messages that a dead kernel never received must not keep the test's process alive.
  readonly shell = new zmq.Dealer({ linger: 0 });
  readonly control = new zmq.Dealer({ linger: 0 });
  private readonly stdin: zmq.Dealer;
  private readonly heart = new zmq.Request({ linger: 0 });
  private readonly iopub = new zmq.Subscriber({ linger: 0, receiveHighWaterMark: 0 });
  private readonly waiting = new Map<string, (channel: string, message: Message) => void>();
  /** Every publication so far. */
  readonly published: Message[] = [];
  onInputRequest: (content: Json) => string = () => "";

  private constructor(
    readonly connection: Connection,
    readonly process: ChildProcess,
    readonly folder: string,
  ) {
    const identity = randomUUID();
    this.shell.routingId = identity;
    this.stdin = new zmq.Dealer({ linger: 0, routingId: identity });
  }

  /** Starts a kernel; its working folder is the repository, where packages are found, unless `folder` is given. */
  static async start(folder = process.cwd(), options: StartOptions = {}): Promise<TestKernel> {
    try {
      return await TestKernel.startOnce(folder, options);
    } catch (error) {
      // Another process may take a port between its choice and its use.
      if (options.connection) throw error;
      return TestKernel.startOnce(folder, options);
    }
  }

  private static async startOnce(folder: string, options: StartOptions): Promise<TestKernel> {
    const connection = options.connection ?? (await newConnection());
    const temporary = mkdtempSync(path.join(os.tmpdir(), "ssdml-kernel-"));
    const file = path.join(temporary, "connection.json");
    writeFileSync(file, JSON.stringify(connection), { mode: 0o600 });
    const child = spawn(options.node ?? process.execPath, [LAUNCHER, file], {
      cwd: folder,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "ignore", options.onStderr ? "pipe" : "inherit"],
    });
    child.stderr?.on("data", (chunk: Buffer) => options.onStderr?.(chunk.toString()));
    const kernel = new TestKernel(connection, child, temporary);
    kernel.connect();
    try {
      await kernel.ready();
    } catch (error) {
      kernel.close();
      throw error;
    }
    return kernel;
  }

  /** Waits for the process to end by itself. Returns its exit code. */
  async ended(): Promise<number | null> {
    if (this.alive) await new Promise((resolve) => this.process.once("exit", resolve));
    this.close();
    return this.process.exitCode;
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  async request(channel: "shell" | "control", type: string, content: Json = {}): Promise<Execution> {
    return this.send(channel, answer(undefined, type, content));
  }

  /** Sends one message and collects all answers until the reply has arrived and the kernel is idle. */
  send(channel: "shell" | "control", message: Message, timeoutMs = TIMEOUT_MS): Promise<Execution> {
    const id = message.header.msg_id;
    const started = Date.now();
    return new Promise((resolve, reject) => {
      const outputs: Execution["outputs"] = [];
      let reply: Message | undefined;
      let idle = channel === "control";
      const timer = setTimeout(() => {
        reject(new Error(`${message.header.msg_type}: no answer in ${timeoutMs} ms`));
      }, timeoutMs);
      timer.unref(); // the open sockets keep a waiting test alive; after close() nothing should
      this.waiting.set(id, (from, received) => {
        const type = received.header.msg_type;
        if (from === channel) reply = received;
        else if (type === "status") idle ||= received.content.execution_state === "idle";
        else if (type !== "execute_input") outputs.push({ type, content: received.content });
        if (reply && idle) {
          clearTimeout(timer);
          resolve({ reply, outputs, ms: Date.now() - started });
        }
      });
      void this[channel].send(encode(this.connection.key, message));
    });
  }

  execute(code: string, options: Json = {}): Promise<Execution> {
    return this.request("shell", "execute_request", {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: true,
      stop_on_error: true,
      ...options,
    });
  }

  /** Waits until a cell has printed a text. */
  async printed(text: string): Promise<void> {
    const says = ({ content }: Message): boolean => String(content.text).includes(text);
    const deadline = Date.now() + TIMEOUT_MS;
    while (!this.published.some(says)) {
      if (Date.now() > deadline) throw new Error(`nothing has printed ${text} in ${TIMEOUT_MS} ms`);
      await pause(20);
    }
  }

  async interrupt(): Promise<void> {
    await this.request("control", "interrupt_request");
  }

  /** Sends one heartbeat. Returns the milliseconds until its echo. */
  async ping(): Promise<number> {
    const started = Date.now();
    await this.heart.send("ping");
    await this.heart.receive();
    return Date.now() - started;
  }

  /** Shuts the kernel down and waits for the process to end. */
  async stop(): Promise<void> {
    if (this.alive) {
      const ended = new Promise((resolve) => this.process.once("exit", resolve));
      await this.request("control", "shutdown_request", { restart: false });
      await ended;
    }
    this.close();
  }

  close(): void {
    for (const socket of [this.shell, this.control, this.stdin, this.heart, this.iopub]) socket.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private connect(): void {
    const { connection } = this;
    this.shell.connect(address(connection, connection.shell_port));
    this.control.connect(address(connection, connection.control_port));
    this.stdin.connect(address(connection, connection.stdin_port));
    this.heart.connect(address(connection, connection.hb_port));
    this.iopub.connect(address(connection, connection.iopub_port));
    this.iopub.subscribe();
    void this.receive("shell", this.shell);
    void this.receive("control", this.control);
    void this.receive("iopub", this.iopub);
    void this.answerQuestions();
  }

  private async receive(channel: string, socket: zmq.Dealer | zmq.Subscriber): Promise<void> {
    for await (const frames of socket) {
      const message = decode(this.connection.key, frames);
      if (!message) throw new Error(`${channel}: a message with a bad signature`);
      if (channel === "iopub") this.published.push(message);
      this.waiting.get(String(message.parent.msg_id))?.(channel, message);
    }
  }

  private async answerQuestions(): Promise<void> {
    for await (const frames of this.stdin) {
      const question = decode(this.connection.key, frames);
      if (!question) continue;
      const value = this.onInputRequest(question.content);
      await this.stdin.send(encode(this.connection.key, answer(question, "input_reply", { value })));
    }
  }

  /** Asks until a reply and its status arrive, because publications before the subscription are lost. */
  private async ready(): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      try {
        await this.send("shell", answer(undefined, "kernel_info_request", {}), 300);
        return;
      } catch {
        if (!this.alive) throw new Error("the kernel ended before it was ready");
      }
    }
    throw new Error("the kernel was not ready in time");
  }
}
