import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Writable } from "node:stream";
import type { FromLauncher } from "./output/nativeOutput";
import { SHUTDOWN_MARKER, LAUNCHER_PIPE, MarkerSplitter } from "./output/nativeOutput";
import { endDescendants, KERNEL_MARK } from "./run/descendants";

/**
 * node launcher.js CONNECTION_FILE: starts the kernel in its own process group and owns its output pipes. Thus the output of child
 * processes and native code reaches the notebook, and no process outlives the kernel.
 */
const mark = randomUUID();
const child = spawn(process.execPath, [path.join(__dirname, "main.js"), ...process.argv.slice(2)], {
  // The last is LAUNCHER_PIPE.
  stdio: ["ignore", "pipe", "pipe", "ipc", "pipe"],
  detached: process.platform !== "win32",
  env: { ...process.env, [KERNEL_MARK]: mark },
});

const toIoThread = child.stdio[LAUNCHER_PIPE] as Writable;
toIoThread.on("error", () => undefined);

/** Sends a message to the I/O thread. Text that the kernel can no longer publish goes to the terminal. */
function send(message: FromLauncher): void {
  if (child.connected) toIoThread.write(`${JSON.stringify(message)}\n`);
  else if ("text" in message) process.stderr.write(message.text);
}

/** The kernel says why it cannot start. */
child.on("message", (reason: string) => {
  process.stderr.write(`ssdml kernel: it cannot start: ${reason}\n`);
});

/** Whether the end of the kernel was requested. */
let expected = false;

/** Whether V8 has reported that it is out of memory. */
let exhausted = false;
for (const name of ["stdout", "stderr"] as const) {
  const decoder = new StringDecoder("utf8");
  const splitter = new MarkerSplitter();
  child[name]?.on("data", (chunk: Buffer) => {
    for (const piece of splitter.push(decoder.write(chunk))) {
      if ("text" in piece) {
        exhausted ||= piece.text.includes("heap out of memory");
        send({ name, text: piece.text });
      } else if (piece.marker === SHUTDOWN_MARKER) expected = true;
      else send({ name, marker: piece.marker });
    }
  });
}

function endGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === "win32" ? child.pid! : -child.pid!, signal);
  } catch {
    // All processes have ended.
  }
}

const parent = process.ppid;
const orphanWatch = setInterval(() => {
  if (process.ppid !== parent) endGroup("SIGKILL");
}, 1000);

process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    expected = true;
    endGroup("SIGKILL");
  });
}
child.on("exit", (code, signal) => {
  clearInterval(orphanWatch);
  endGroup("SIGKILL");
  endDescendants(mark);
  if (signal === "SIGABRT") {
    process.stderr.write(
      `ssdml kernel: Node ended abruptly${exhausted ? ", out of memory" : ""}. Restart the kernel.\n`,
    );
  }
  if (signal === "SIGKILL" && !expected) {
    process.stderr.write(
      "ssdml kernel: it was killed by a user, or by the system because memory ran out. Restart it.\n",
    );
  }
  if (signal !== null && signal !== "SIGABRT" && signal !== "SIGKILL" && !expected) {
    process.stderr.write(`ssdml kernel: it was ended by ${signal}. Restart it.\n`);
  }
  process.exitCode = code ?? (expected ? 0 : 1);
  setTimeout(() => process.exit(), 50);
});
