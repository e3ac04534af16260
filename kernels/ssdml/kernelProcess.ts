import { quickTypescript } from "./compile/typescript/quickTypescript";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Compiler } from "./compile/compiler";
import { readConnection } from "./io/connection";
import type { FrontData } from "./ioThread";
import { balanceHeapFor } from "./run/heap";
import { Kernel } from "./kernel";
import { Line, type FromFront } from "./io/ioChannel";
import { endEverything } from "./run/interrupt";
import { Pulse } from "./io/sharedState";
import { bindTimersToCells } from "./run/timers";
import { host } from "./realm/realm";
import { silenceWarnings } from "./output/warnings";

/** The kernel's main thread: started by the launcher with the connection file. */
async function main(connectionFile: string): Promise<void> {
  const connection = readConnection(connectionFile);
  const pulse = new Pulse();
  const workerData: FrontData = { connection, pulse: pulse.memory };
  const front = new Worker(path.join(__dirname, "ioThread.js"), { workerData });
  const compiler = new Compiler();
  const kernel = new Kernel(new Line(front, connection.key, pulse), compiler, pulse, process.cwd());
  const leave = process.exit.bind(process);

  const frontReady = new Promise<void>((resolve) => {
    front.on("message", (message: FromFront) => {
      if (message === "ready") resolve();
      else if (message === "interrupt") kernel.context.interrupt();
      else if (message === "shutdown") kernel.close();
      else if (message === "left") leave(0);
      else if ("failure" in message) fail(message.failure);
    });
  });
  front.on("error", fail);
  // Interrupts come through the front; the signal is for the processes that cells started.
  process.on("SIGINT", () => undefined);
  process.on("uncaughtException", (error) => {
    kernel.reportUncaught(error, kernel.context.current);
  });
  process.on("unhandledRejection", (error) => {
    kernel.reportUncaught(error, kernel.context.rejecting);
  });
  // The launcher is gone: nobody else would end what the cells have started.
  process.on("disconnect", endEverything);
  process.exit = (code) => {
    throw new host.Error(
      `process.exit(${code ?? ""}) would end the kernel and lose all variables. ` +
        "To end it, shut the kernel down or restart it in the notebook's Kernel menu.",
    );
  };
  silenceWarnings();
  bindTimersToCells(kernel.context);
  compiler.compile("", "");
  quickTypescript.store();
  balanceHeapFor("kernel");
  await frontReady;
  kernel.start();
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
