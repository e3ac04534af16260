import { setImmediate } from "node:timers/promises";

/** Call it in long loops. Now and then it yields to the event loop, and throws if the signal was aborted. */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** A function to call in long loops that yields to the event loop about every 40 ms. */
export function eventLoopYielder(signal?: AbortSignal): YieldToEventLoop {
  signal?.throwIfAborted();
  let last = performance.now();
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
    last = performance.now();
  };
  return () => (performance.now() - last > 40 ? pause() : undefined);
}
