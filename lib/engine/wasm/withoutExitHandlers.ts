const events = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Runs some work and takes away the handlers of uncaught errors that a WebAssembly module compiled by Emscripten leaves in the process. They
 * only throw the error again, which prints the module's code in place of the error, and ends a process that would have survived it.
 */
export async function withoutExitHandlers<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = events.map((event) => new Set(process.rawListeners(event)));
  try {
    return await work();
  } finally {
    events.forEach((event, i) => {
      const added = process.rawListeners(event).filter((listener) => !before[i].has(listener));
      for (const listener of added.filter(isThrower)) process.off(event, listener as never);
    });
  }
}

/** Whether all that a handler does is to throw what it is given. */
const isThrower = (listener: unknown) =>
  /^function \((\w+)\) \{(?: if \(!\(\1 instanceof ExitStatus\)\) \{)?\s*throw \1;\s*\}/.test(
    String(listener),
  );
