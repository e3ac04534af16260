import { writeSync } from "node:fs";
import inspector from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import * as zmq from "zeromq";
import { bind, type Connection } from "./connection";
import { kernelInfo } from "./kernel-info";
import { FAREWELL, marker } from "./native-output";
import { Pulse } from "./pulse";
import { answer, decode, encode, type Json, type Message } from "./wire";

/**
 * The control worker: a thread of its own that answers heartbeats and the control socket while the main thread
 * computes, and that can stop the main thread when it does not come back to its event loop.
 */
export interface ControlData {
  connection: Connection;
  pulse: Int32Array;
}

export type FromControl = "ready" | "interrupt" | "shutdown" | { failure: string };

const { connection, pulse: memory } = workerData as ControlData;
const pulse = new Pulse(memory);
const main = new inspector.Session();
main.connectToMainThread();

const POLL_MS = 5;
const RETRY_MS = 200;
const GRACE_MS = { computing: 10, awaiting: 400 };
const SHUTDOWN_MS = 1000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function tell(message: FromControl): void {
  parentPort!.postMessage(message);
}

/** A signal for the kernel and the processes that its cells started, as Ctrl-C sends it in a terminal. */
function signalGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal);
  }
}

/** The kernel itself ignores this signal; on Windows it would end the kernel. */
function interruptChildren(): void {
  if (process.platform !== "win32") signalGroup("SIGINT");
}

/**
 * Gentle first: the main thread and the child processes are told. While the main thread does not hear it, the cell's
 * JavaScript is terminated: soon if the cell only computes, later if it may come to an `await` by itself.
 */
async function interrupt(): Promise<void> {
  const started = Date.now();
  pulse.unheard = true;
  tell("interrupt");
  interruptChildren();
  for (;;) {
    await pause(POLL_MS);
    if (!pulse.unheard) return;
    const { phase } = pulse;
    if (phase === "kernel" || Date.now() - started < GRACE_MS[phase]) continue;
    main.post("Runtime.terminateExecution");
    interruptChildren();
    await pause(RETRY_MS);
  }
}

function endEverything(): void {
  signalGroup("SIGKILL");
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
  main.disconnect();
  heartbeat.close();
  control.close();
  tell("shutdown");
  await pause(SHUTDOWN_MS);
  endEverything();
}

const heartbeat = new zmq.Reply();
const control = new zmq.Router();

async function answerHeartbeats(): Promise<void> {
  for await (const frames of heartbeat) await heartbeat.send(frames);
}

async function reply(request: Message, type: string, content: Json): Promise<void> {
  await control.send(encode(connection.key, answer(request, type, { status: "ok", ...content })));
}

async function answerControl(): Promise<void> {
  for await (const frames of control) {
    const request = decode(connection.key, frames);
    switch (request?.header.msg_type) {
      case "interrupt_request":
        void interrupt();
        await reply(request, "interrupt_reply", {});
        break;
      case "kernel_info_request":
        await reply(request, "kernel_info_reply", kernelInfo());
        break;
      case "shutdown_request":
        await reply(request, "shutdown_reply", { restart: request.content.restart === true });
        void shutdown();
        return;
    }
  }
}

const launcher = process.ppid;
setInterval(() => {
  if (process.ppid !== launcher) endEverything();
}, 1000);

async function serve(): Promise<void> {
  await bind(heartbeat, connection, connection.hb_port);
  await bind(control, connection, connection.control_port);
  tell("ready");
  await Promise.all([answerHeartbeats(), answerControl()]);
}

serve().catch((error: unknown) => {
  tell({ failure: (error as Error).message });
});
