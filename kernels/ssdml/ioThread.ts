import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { parentPort, workerData } from "node:worker_threads";
import * as zmq from "zeromq";
import { Assistant } from "./assist/assistant";
import { bind, type Connection } from "./io/connection";
import { endEverything, Interrupter, pause } from "./run/interrupt";
import { seal } from "./io/envelope";
import { kernelInfo } from "./io/kernelInfo";
import type { FromFront, ToFront } from "./io/ioChannel";
import { FAREWELL, LAUNCHER_PIPE, marker, markerKey, type FromLauncher } from "./output/nativeOutput";
import { Pulse } from "./io/sharedState";
import { maxFrameBytes, receiveAll } from "./io/receive";
import { SeenMessages } from "./io/seenMessages";
import { StreamBatcher } from "./output/streamBatcher";
import { answer, decode, encode, replyType, type Frame, type Json, type Message } from "./io/wire";

/**
 * The kernel's front: a thread of its own that has the sockets. It answers heartbeats, the control socket and, while a cell
 * runs, questions about the code, however busy the main thread is; it stops the main thread when it does not come back to its event
 * loop. All else goes to the main thread and comes from there.
 */
export interface FrontData {
  connection: Connection;
  pulse: Int32Array;
}

const { connection, pulse: memory } = workerData as FrontData;
const pulse = new Pulse(memory);
const SHUTDOWN_MS = 1000;
const SHORT_MS = 100;
const LONG_MS = 500;

const maxMessageSize = maxFrameBytes(process.env);
/** A router echoes whatever arrives; a reply socket would insist on the framing of a request socket. */
const heartbeat = new zmq.Router({ maxMessageSize });
const control = new zmq.Router({ maxMessageSize });
const shell = new zmq.Router({ maxMessageSize });
const iopub = new zmq.Publisher({ maxMessageSize });
const stdin = new zmq.Router({ maxMessageSize });
const sockets = { shell, iopub, stdin };

const interrupter = new Interrupter(pulse, () => {
  tell("interrupt");
});
const assistant = new Assistant();
/** Of all sockets together: a message recorded on one must not run again through another. */
const seen = new SeenMessages();
/** Execute requests that the main thread has not answered yet, the first of them running. */
const running = new Map<string, Message>();
let declared = "";

function runningCell(): Message | undefined {
  return running.values().next().value;
}

function tell(message: FromFront): void {
  parentPort!.postMessage(message);
}

function send(socket: zmq.Router | zmq.Publisher, frames: Frame[]): void {
  if (!socket.closed) socket.send(frames).catch(() => undefined);
}

function reply(socket: zmq.Router, request: Message, content: Json): void {
  send(socket, encode(connection.key, answer(request, replyType(request), { status: "ok", ...content })));
}

function publish(cause: Message | undefined, type: string, content: Json): void {
  send(iopub, encode(connection.key, { ...answer(cause, type, content), identities: [type] }));
}

function publishStatus(cause: Message, state: "busy" | "idle"): void {
  publish(cause, "status", { execution_state: state });
}

const streams = new StreamBatcher((cause, name, text) => {
  publish(cause, "stream", { name, text });
});
/** The cell for which the main thread prints. */
let printing: Message | undefined;
/** The cell that runs, or ran last. */
let latest: Message | undefined;

/** What native code and child processes print comes from the launcher, also while the main thread waits for them. */
function hearLauncher(line: string): void {
  const told = JSON.parse(line) as FromLauncher;
  if ("text" in told) streams.write(latest, told.name, told.text);
  else {
    pulse.reach(told.name, told.marker);
    tell({ marker: markerKey(told.name, told.marker) });
  }
}

/** Answers a request beside the running cell; behind it the kernel is as busy as before. */
async function answerBeside(request: Message, content: Json | Promise<Json>): Promise<void> {
  publishStatus(request, "busy");
  reply(shell, request, await content);
  publishStatus(request, "idle");
  const cell = runningCell();
  if (cell) publishStatus(cell, "busy");
}

/** The content of a reply that the front knows by itself; what was asked for begins. */
function command(request: Message): Json | undefined {
  switch (request.header.msg_type) {
    case "interrupt_request":
      void interrupter.interrupt();
      return {};
    case "kernel_info_request":
      return kernelInfo();
    case "shutdown_request":
      void shutdown();
      return { restart: request.content.restart === true };
  }
  return undefined;
}

let longCell: NodeJS.Timeout | undefined;

/** While a cell takes long, the person at the notebook may write the next one. Only who can be asked for input sits there. */
function awaitLongCell(): void {
  clearTimeout(longCell);
  if (runningCell()?.content.allow_stdin !== true) return;
  longCell = setTimeout(() => {
    assistant.prepare(declared);
  }, LONG_MS);
}

function noteRunning(): void {
  latest = runningCell() ?? latest;
  awaitLongCell();
}

function receiveControl(request: Message): void {
  const content = command(request);
  if (content) reply(control, request, content);
}

/** Commands come by the shell, too: VS Code interrupts so. */
function receiveRequest(request: Message): void {
  const { msg_type: type, msg_id: id } = request.header;
  const known = command(request);
  if (known) void answerBeside(request, known);
  else if (running.size > 0 && assistant.knows(type)) setTimeout(assistOrPass, SHORT_MS, request);
  else {
    if (type === "execute_request") {
      running.set(id, request);
      noteRunning();
    }
    tell({ socket: "shell", envelope: seal(request) });
  }
}

/** Behind a short cell the main thread answers after all: it knows what the cell declared. */
function assistOrPass(request: Message): void {
  if (running.size > 0) void answerBeside(request, assistant.ask(request, declared));
  else tell({ socket: "shell", envelope: seal(request) });
}

/** Tells the launcher, past the main thread, that the end is near and orderly. */
function sayFarewell(): void {
  try {
    writeSync(1, marker(FAREWELL));
  } catch {
    // The pipe is full of unread output: the launcher will take the end for an accident.
  }
}

async function shutdown(): Promise<void> {
  sayFarewell();
  await pause(20);
  interrupter.close();
  heartbeat.close();
  control.close();
  tell("shutdown");
  await pause(SHUTDOWN_MS);
  endEverything();
}

const launcher = process.ppid;
setInterval(() => {
  if (process.ppid !== launcher) endEverything();
}, 1000);

/** Calls the listener for every new message with a valid signature, until the socket closes. */
function receive(socket: zmq.Router, listener: (message: Message) => void): Promise<void> {
  return receiveAll(socket, (frames) => {
    const message = decode(connection.key, frames);
    if (message && (connection.key === "" || seen.isNew(message.signature))) listener(message);
  });
}

function answerHeartbeats(): Promise<void> {
  return receiveAll(heartbeat, (frames) => {
    send(heartbeat, frames);
  });
}

function hear(message: ToFront): void {
  if (typeof message === "object" && "text" in message) {
    streams.write(printing, message.name, message.text);
    return;
  }
  streams.flush();
  if (message === "open") {
    void receive(shell, receiveRequest);
    void receive(stdin, (answered) => {
      tell({ socket: "stdin", envelope: seal(answered) });
    });
  } else if (message === "closed") {
    for (const socket of Object.values(sockets)) socket.close();
    tell("left");
  } else if ("printing" in message) printing = message.printing;
  else if ("declared" in message) declared = message.declared;
  else if ("marker" in message) pulse.reach("line", message.marker);
  else {
    if (message.answers !== undefined && running.delete(message.answers)) noteRunning();
    send(sockets[message.socket], message.frames);
  }
}

async function serve(): Promise<void> {
  // Never wait and never refuse: a full queue would lose messages in the middle of a cell.
  for (const socket of [heartbeat, control, ...Object.values(sockets)]) {
    socket.sendTimeout = 0;
    socket.sendHighWaterMark = 0;
    // Nor wait at the end for a client that does not read.
    socket.linger = SHUTDOWN_MS;
  }
  await Promise.all([
    bind(heartbeat, connection, connection.hb_port),
    bind(control, connection, connection.control_port),
    bind(iopub, connection, connection.iopub_port),
    bind(shell, connection, connection.shell_port),
    bind(stdin, connection, connection.stdin_port),
  ]);
  parentPort!.on("message", hear);
  const launcherPipe = new Socket({ fd: LAUNCHER_PIPE }).unref().on("error", () => undefined);
  createInterface({ input: launcherPipe }).on("line", hearLauncher);
  tell("ready");
  await Promise.all([answerHeartbeats(), receive(control, receiveControl)]);
}

serve().catch((error: unknown) => {
  tell({ failure: (error as Error).message });
});
