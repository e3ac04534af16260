import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { promisify } from "node:util";
import { adopt, forCells } from "../realm/promises";
import { host } from "../realm/realm";
import type { Cell } from "./cell";
import type { CellContext } from "./cellContext";

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Runs code of a cell in a promise job, where it may be terminated from outside. In timer callbacks and in `queueMicrotask` Node keeps a
 * stack of its own; termination would corrupt it and end the process. If the code is terminated, the returned promise never settles.
 */
export function runTerminably<T>(code: () => T | Promise<T>): Promise<T> {
  return Promise.resolve().then(() => adopt(code()));
}

/** Node's own `setImmediate`; cells get a replacement. */
const afterTurn = globalThis.setImmediate;

/**
 * Settles like a promise of a cell, but only after a turn of the event loop. Microtasks and ticks that the cell left behind run first: as
 * long as they keep scheduling more, the cell still runs and can be interrupted.
 */
export async function settleAfterTurn<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } finally {
    await new Promise((resolve) => afterTurn(resolve));
  }
}

/** Node's own timers, for the kernel itself. */
export const nodeTimers = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  nextTick: process.nextTick.bind(process),
  /** Node does not survive the termination of a `setImmediate` callback, so cells get a timer instead. */
  setImmediate: (callback: AnyFunction, ...args: unknown[]): NodeJS.Timeout =>
    nodeTimers.setTimeout(callback, 0, ...args),
};

const nodePromises = {
  setTimeout: timersPromises.setTimeout,
  setImmediate: (value: unknown, options?: object): Promise<unknown> =>
    nodePromises.setTimeout(0, value, options),
};

const NAMES = ["setTimeout", "setInterval", "setImmediate"] as const;

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function replace(name: string, value: unknown): void {
  Object.assign(host, { [name]: value });
  Object.assign(timers, { [name]: value });
}

/**
 * Binds timers to the cell that sets them: their output goes to that cell, and after the cell is interrupted they never fire, so that a
 * loop that sleeps between steps stops.
 */
export function bindTimersToCells(context: CellContext): void {
  const keep = async (cell: Cell, promise: unknown): Promise<unknown> => {
    const value = await adopt(promise);
    if (cell.interrupted) return never();
    context.enter(cell);
    return value;
  };
  for (const name of NAMES) {
    const original = nodeTimers[name] as unknown as AnyFunction;
    const bound = (callback: unknown, ...rest: unknown[]): unknown => {
      if (typeof callback !== "function") return original(callback, ...rest);
      const cell = context.current;
      const guarded = (...args: unknown[]): void => {
        if (cell.interrupted) return;
        void runTerminably(() => {
          context.enter(cell);
          (callback as AnyFunction)(...args);
        }).catch((error: unknown) => {
          // An interval would throw again and again.
          clearTimeout(timer);
          throw error;
        });
      };
      const timer = original(guarded, ...rest) as NodeJS.Timeout;
      return timer;
    };
    if (name !== "setInterval") {
      const later = nodePromises[name] as unknown as AnyFunction;
      const boundLater = (...args: unknown[]): unknown => forCells(keep(context.current, later(...args)));
      Object.defineProperty(bound, promisify.custom, { value: boundLater });
      Object.assign(timersPromises, { [name]: boundLater });
    }
    Object.defineProperty(bound, "name", { value: name });
    replace(name, bound);
  }
  replace("clearImmediate", clearTimeout);
  Object.assign(host, { queueMicrotask: (code: () => void): void => void runTerminably(code) });
  // Node does not survive the termination of a tick, either.
  process.nextTick = (callback: AnyFunction, ...args: unknown[]): void => {
    if (typeof callback === "function") void runTerminably(() => callback(...args));
    else nodeTimers.nextTick(callback);
  };
}
