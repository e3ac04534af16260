import { quickTypescript } from "./compile/typescript/quickTypescript";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Compiler } from "./compile/compiler";
import { readConnection } from "./io/connection";
import { IoChannel, type FromIoThread } from "./io/ioChannel";
import { SharedState } from "./io/sharedState";
import type { IoThreadData } from "./ioThread";
import { Kernel } from "./kernel";
import { silenceWarnings } from "./output/processOutput";
import { host } from "./realm/realm";
import { balanceHeapFor } from "./run/heap";
import { endEverything } from "./run/interrupt";
import { bindTimersToCells } from "./run/timers";

/** Starts the I/O thread and the kernel, which runs on this thread. */
async function main(connectionFile: string): Promise<void> {
  const connection = readConnection(connectionFile);
  const shared = new SharedState();
  const workerData: IoThreadData = { connection, memory: shared.memory };
  const ioThread = new Worker(path.join(__dirname, "ioThread.js"), { workerData });
  const compiler = new Compiler();
  const channel = new IoChannel(ioThread, connection.key, shared);
  const kernel = new Kernel(channel, compiler, shared, process.cwd());
  const leave = process.exit.bind(process);

  const ioReady = new Promise<void>((resolve) => {
    ioThread.on("message", (message: FromIoThread) => {
      if (message === "ready") resolve();
      else if (message === "interrupt") kernel.context.interrupt();
      else if (message === "shutdown") kernel.close();
      else if (message === "left") leave(0);
      else if ("failure" in message) fail(message.failure);
    });
  });
  ioThread.on("error", fail);
  // Interrupts come through the I/O thread; the signal is meant for the processes that cells started.
  process.on("SIGINT", () => undefined);
  process.on("uncaughtException", (error) => {
    kernel.reportUncaught(error, kernel.context.current);
  });
  process.on("unhandledRejection", (error) => {
    kernel.reportUncaught(error, kernel.context.rejecting);
  });
  // The launcher is gone, so nobody else would end the processes that cells have started.
  process.on("disconnect", endEverything);
  process.exit = (code) => {
    throw new host.Error(
      `process.exit(${code ?? ""}) would end the kernel and lose all variables. ` +
        "To end the kernel, shut it down or restart it in the notebook's Kernel menu.",
    );
  };
  silenceWarnings();
  bindTimersToCells(kernel.context);
  compiler.compile("", "");
  quickTypescript.store();
  balanceHeapFor("kernel");
  await ioReady;
  kernel.start();
}

/** Passes the error to the launcher, which prints it: text that this process writes now may be lost. */
function fail(error: unknown): void {
  const end = (): void => {
    process.kill(process.pid, "SIGTERM");
  };
  if (process.send) process.send(String(error), end);
  else end();
}

main(process.argv[2] ?? "").catch(fail);
