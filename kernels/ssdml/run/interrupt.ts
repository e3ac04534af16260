import inspector from "node:inspector";
import { endDescendants, KERNEL_MARK } from "./descendants";
import type { Pulse } from "../io/sharedState";

const POLL_MS = 5;
const RETRY_MS = 200;
const GRACE_MS = { computing: 10, awaiting: 400, listening: 3000 };

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A signal for the kernel and the processes that its cells started, as Ctrl-C sends it in a terminal. */
export function signalGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal);
  }
}

/** Read at the start: cells may change the environment. */
const mark = process.env[KERNEL_MARK];

/** Ends the kernel and everything that its cells have started. */
export function endEverything(): void {
  if (mark !== undefined) endDescendants(mark);
  signalGroup("SIGKILL");
}

/** The kernel itself ignores this signal; on Windows it would end the kernel. */
function interruptChildren(): void {
  if (process.platform !== "win32") signalGroup("SIGINT");
}

/** Stops what runs on the main thread, from another thread. */
export class Interrupter {
  private readonly main = new inspector.Session();
  private closed = false;

  constructor(
    private readonly pulse: Pulse,
    private readonly tellMain: () => void,
  ) {
    this.main.connectToMainThread();
  }

  /**
   * Gentle first: the main thread and the child processes are told. While the main thread does not hear it, the cell's
   * JavaScript is terminated: soon if the cell only computes, later if it may come to an `await` by itself, and later still if it
   * listens to its signal, unless it is interrupted again.
   */
  async interrupt(): Promise<void> {
    /** Since when the main thread has run code that may be terminated. */
    let since = Date.now();
    const isRepeated = this.pulse.unheard;
    const number = this.pulse.ask();
    this.tellMain();
    interruptChildren();
    for (;;) {
      await pause(POLL_MS);
      if (this.closed || this.pulse.hasHeard(number)) return;
      const { phase, listens } = this.pulse;
      if (phase === "kernel") {
        since = Date.now();
        continue;
      }
      const patience = phase === "awaiting" && listens && !isRepeated ? "listening" : phase;
      if (Date.now() - since < GRACE_MS[patience]) continue;
      this.pulse.terminated = true;
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
