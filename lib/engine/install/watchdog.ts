export interface Watchdog {
  signal: AbortSignal;
  /** Postpones the bark. */
  alive(): void;
  /** Must be called when the work is over. */
  end(): void;
}

/**
 * A signal that fires when the caller's does, or when `alive` was not called for `limitMs` milliseconds;
 * then its reason is `complaint`.
 */
export function watchdog(limitMs: number, complaint: Error, outer?: AbortSignal): Watchdog {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => {
    controller.abort(complaint);
  }, limitMs);
  return {
    signal: controller.signal,
    alive: () => {
      timer.refresh();
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}
