import { setImmediate } from "node:timers/promises";

/** Call it in long loops: now and then it lets the event loop turn and throws when the signal was aborted. */
export type Breathe = () => Promise<void> | undefined;

/** A `Breathe` that pauses about every 40 ms. */
export function breather(signal?: AbortSignal): Breathe {
  signal?.throwIfAborted();
  let last = performance.now();
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
    last = performance.now();
  };
  return () => (performance.now() - last > 40 ? pause() : undefined);
}
