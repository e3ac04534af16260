import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { parentPort, workerData } from "node:worker_threads";
import type * as zmq from "zeromq";
import { Assistant } from "./assist/assistant";
import type { Connection } from "./io/connection";
import { seal } from "./io/envelope";
import type { FromIoThread, ToIoThread } from "./io/ioChannel";
import { kernelInfo } from "./io/kernelInfo";
import { receiveAll, SeenMessages } from "./io/receive";
import { SharedState } from "./io/sharedState";
import { bindSockets, createSockets } from "./io/sockets";
import { answer, decode, encode, replyType, type Frame, type Json, type Message } from "./io/wire";
import { SHUTDOWN_MARKER, LAUNCHER_PIPE, marker, markerKey, type FromLauncher } from "./output/nativeOutput";
import { StreamBatcher } from "./output/streamBatcher";
import { endEverything, Interrupter, pause } from "./run/interrupt";

/**
 * The kernel's I/O thread, which owns the sockets. However busy the main thread is, it answers heartbeats, the control socket and, while
 * a cell runs, questions about code. It interrupts the main thread even if that does not return to its event loop. It passes
 * all other messages to the main thread and sends what the main thread gives it.
 */
export interface IoThreadData {
  connection: Connection;
  /** The memory of the `SharedState`. */
  memory: Int32Array;
}

const { connection, memory } = workerData as IoThreadData;
const shared = new SharedState(memory);
const SHUTDOWN_MS = 1000;
/** Questions about code wait this long for a short cell to end. */
const SHORT_CELL_MS = 100;
/** After this time the assistant is prepared for questions. */
const LONG_CELL_MS = 500;

const { heartbeat, control, ...sockets } = createSockets(process.env);
const { shell, iopub, stdin } = sockets;

const interrupter = new Interrupter(shared, () => {
  postToMain("interrupt");
});
const assistant = new Assistant();
/** Shared by all sockets: a message recorded on one must not be replayed on another. */
const seen = new SeenMessages();
/** Execute requests that the main thread has not answered yet. The first one is running. */
const running = new Map<string, Message>();
let declared = "";

function runningCell(): Message | undefined {
  return running.values().next().value;
}

function postToMain(message: FromIoThread): void {
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
/** The request of the cell for which the main thread prints. */
let printing: Message | undefined;
/** The request of the cell that runs or ran last. */
let latest: Message | undefined;

/** Output of native code and child processes comes from the launcher, even while the main thread waits for them. */
function receiveFromLauncher(line: string): void {
  const received = JSON.parse(line) as FromLauncher;
  if ("text" in received) streams.write(latest, received.name, received.text);
  else {
    shared.setMarker(received.name, received.marker);
    postToMain({ marker: markerKey(received.name, received.marker) });
  }
}

/** Answers a request while a cell may be running. If one is, the kernel stays busy. */
async function answerOnShell(request: Message, content: Json | Promise<Json>): Promise<void> {
  publishStatus(request, "busy");
  reply(shell, request, await content);
  publishStatus(request, "idle");
  const cell = runningCell();
  if (cell) publishStatus(cell, "busy");
}

/** Starts a command that this thread handles itself and returns the content of the reply. */
function startCommand(request: Message): Json | undefined {
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

/** During a long cell the user may write the next one. There is a user only if the front end allows input. */
function watchForLongCell(): void {
  clearTimeout(longCell);
  if (runningCell()?.content.allow_stdin !== true) return;
  longCell = setTimeout(() => {
    assistant.prepare(declared);
  }, LONG_CELL_MS);
}

function updateRunning(): void {
  latest = runningCell() ?? latest;
  watchForLongCell();
}

function receiveControl(request: Message): void {
  const content = startCommand(request);
  if (content) reply(control, request, content);
}

/** Commands also come through the shell socket: VS Code interrupts this way. */
function receiveRequest(request: Message): void {
  const { msg_type: type, msg_id: id } = request.header;
  const known = startCommand(request);
  if (known) void answerOnShell(request, known);
  else if (running.size > 0 && assistant.knows(type)) setTimeout(assistOrForward, SHORT_CELL_MS, request);
  else {
    if (type === "execute_request") {
      running.set(id, request);
      updateRunning();
    }
    postToMain({ socket: "shell", envelope: seal(request) });
  }
}

/** After a short cell the main thread answers, since it knows what the cell declared. */
function assistOrForward(request: Message): void {
  if (running.size > 0) void answerOnShell(request, assistant.ask(request, declared));
  else postToMain({ socket: "shell", envelope: seal(request) });
}

/** Tells the launcher, without the main thread, that an orderly shutdown begins. */
function announceShutdown(): void {
  try {
    writeSync(1, marker(SHUTDOWN_MARKER));
  } catch {
    // The pipe is full of unread output, so the launcher will report an unexpected end.
  }
}

async function shutdown(): Promise<void> {
  announceShutdown();
  await pause(20);
  interrupter.close();
  heartbeat.close();
  control.close();
  postToMain("shutdown");
  await pause(SHUTDOWN_MS);
  endEverything();
}

const launcher = process.ppid;
setInterval(() => {
  if (process.ppid !== launcher) endEverything();
}, 1000);

/** Calls the listener for each new message with a valid signature, until the socket closes. */
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

function receiveFromMain(message: ToIoThread): void {
  if (typeof message === "object" && "text" in message) {
    streams.write(printing, message.name, message.text);
    return;
  }
  streams.flush();
  if (message === "open") {
    void receive(shell, receiveRequest);
    void receive(stdin, (answered) => {
      postToMain({ socket: "stdin", envelope: seal(answered) });
    });
  } else if (message === "closed") {
    for (const socket of Object.values(sockets)) socket.close();
    postToMain("left");
  } else if ("printing" in message) printing = message.printing;
  else if ("declared" in message) declared = message.declared;
  else if ("marker" in message) shared.setMarker("channel", message.marker);
  else {
    if (message.answers !== undefined && running.delete(message.answers)) updateRunning();
    send(sockets[message.socket], message.frames);
  }
}

async function serve(): Promise<void> {
  await bindSockets({ heartbeat, control, ...sockets }, connection, SHUTDOWN_MS);
  parentPort!.on("message", receiveFromMain);
  const launcherPipe = new Socket({ fd: LAUNCHER_PIPE }).unref().on("error", () => undefined);
  createInterface({ input: launcherPipe }).on("line", receiveFromLauncher);
  postToMain("ready");
  await Promise.all([answerHeartbeats(), receive(control, receiveControl)]);
}

serve().catch((error: unknown) => {
  postToMain({ failure: (error as Error).message });
});
