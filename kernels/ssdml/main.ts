import { quickTypescript } from "./quick-typescript";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Compiler } from "./compile";
import { readConnection } from "./connection";
import type { ControlData, FromControl } from "./control";
import { balanceHeapFor } from "./heap";
import { Kernel } from "./kernel";
import { Pulse } from "./pulse";
import { Sockets } from "./sockets";
import { bindTimersToCells } from "./timers";

/** The kernel's main thread: started by the launcher with the connection file. */
async function main(connectionFile: string): Promise<void> {
  const connection = readConnection(connectionFile);
  const pulse = new Pulse();
  const workerData: ControlData = { connection, pulse: pulse.memory };
  const control = new Worker(path.join(__dirname, "control.js"), { workerData });

  const controlReady = whenReady(control);
  const sockets = await Sockets.bind(connection);
  const compiler = new Compiler([path.join(__dirname, "cell-globals.d.ts")]);
  const kernel = new Kernel(sockets, compiler, pulse, process.cwd());
  const leave = process.exit.bind(process);

  control.on("message", (message: FromControl) => {
    if (message === "interrupt") kernel.context.interrupt();
    else if (message === "shutdown") {
      kernel.close();
      leave(0);
    }
  });
  // Interrupts come through the control worker; the signal is for the processes that cells started.
  process.on("SIGINT", () => undefined);
  process.on("uncaughtException", (error) => {
    kernel.reportUncaught(error);
  });
  process.on("unhandledRejection", (error) => {
    kernel.reportUncaught(error);
  });
  process.on("disconnect", () => leave(1));
  process.exit = (code) => {
    throw new Error(
      `process.exit(${code ?? ""}) would end the kernel and lose all variables. ` +
        "To end it, shut the kernel down or restart it in the notebook's Kernel menu.",
    );
  };
  bindTimersToCells(kernel.context);
  compiler.compile("", "");
  quickTypescript.store();
  balanceHeapFor("kernel");
  await controlReady;
  kernel.start();
}

function whenReady(control: Worker): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    control.on("error", reject);
    control.on("message", (message: FromControl) => {
      if (message === "ready") resolve();
      else if (typeof message === "object") reject(new Error(message.failure));
    });
  });
  ready.catch(() => undefined);
  return ready;
}

/** Leaves it to the launcher to say why: what this process writes now may be lost. */
function fail(error: unknown): void {
  const end = (): void => {
    process.kill(process.pid, "SIGTERM");
  };
  if (process.send) process.send(String(error), end);
  else end();
}

main(process.argv[2] ?? "").catch(fail);
