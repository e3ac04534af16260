import inspector from "node:inspector";
import { endDescendants, KERNEL_MARK } from "./descendants";
import type { SharedState } from "../io/sharedState";

const POLL_MS = 5;
const RETRY_MS = 200;
const GRACE_MS = { computing: 10, awaiting: 400, usesSignal: 3000 };

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends a signal to the kernel and the processes that its cells started, as Ctrl-C does in a terminal. */
function signalGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal);
  }
}

/** Read at startup, because cells may change the environment. */
const mark = process.env[KERNEL_MARK];

/** Ends the kernel and everything that its cells have started. */
export function endEverything(): void {
  if (mark !== undefined) endDescendants(mark);
  signalGroup("SIGKILL");
}

/** The kernel itself ignores SIGINT, except on Windows, where it would end the kernel. */
function interruptChildren(): void {
  if (process.platform !== "win32") signalGroup("SIGINT");
}

/** Stops the code on the main thread from another thread. */
export class Interrupter {
  private readonly main = new inspector.Session();
  private closed = false;

  constructor(
    private readonly shared: SharedState,
    private readonly notifyMain: () => void,
  ) {
    this.main.connectToMainThread();
  }

  /**
   * First notifies the main thread and the child processes. If the main thread does not acknowledge the interrupt, terminates the cell's
   * JavaScript: soon if the cell is synchronous, later if it may reach an `await` by itself, and later still if it uses its signal,
   * unless it is interrupted again.
   */
  async interrupt(): Promise<void> {
    /** Since when the main thread has been running code that may be terminated. */
    let since = Date.now();
    const isRepeated = this.shared.hasPendingInterrupt;
    const number = this.shared.requestInterrupt();
    this.notifyMain();
    interruptChildren();
    for (;;) {
      await pause(POLL_MS);
      if (this.closed || this.shared.hasAcknowledged(number)) return;
      const { phase, usesSignal } = this.shared;
      if (phase === "kernel") {
        since = Date.now();
        continue;
      }
      const patience = phase === "awaiting" && usesSignal && !isRepeated ? "usesSignal" : phase;
      if (Date.now() - since < GRACE_MS[patience]) continue;
      this.shared.terminated = true;
      this.main.post("Runtime.terminateExecution");
      interruptChildren();
      await pause(RETRY_MS);
      since = Date.now();
    }
  }

  close(): void {
    this.closed = true;
    this.main.disconnect();
  }
}
