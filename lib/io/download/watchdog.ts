export interface Watchdog {
  signal: AbortSignal;
  /** Restarts the timer, with a new limit if one is given. */
  alive(limitMs?: number): void;
  /** Must be called when the work ends. */
  end(): void;
}

/**
 * A signal that aborts when the caller's does, or when `alive` was not called within the limit, in milliseconds.
 * In that case `complaint` gives the reason.
 */
export function watchdog(
  limitMs: number,
  complaint: (limitMs: number) => Error,
  outer?: AbortSignal,
): Watchdog {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  const start = (limit: number) =>
    setTimeout(() => {
      controller.abort(complaint(limit));
    }, limit);
  let timer = start(limitMs);
  return {
    signal: controller.signal,
    alive: (newLimitMs) => {
      if (newLimitMs === undefined) {
        timer.refresh();
      } else {
        clearTimeout(timer);
        timer = start(newLimitMs);
      }
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}
