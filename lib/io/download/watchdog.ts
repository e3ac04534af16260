export interface Watchdog {
  signal: AbortSignal;
  /** Postpones the bark by `limitMs` from now; default: the limit of before. */
  alive(limitMs?: number): void;
  /** Must be called when the work is over. */
  end(): void;
}

/**
 * A signal that fires when the caller's does, or when `alive` was not called for the limit, in milliseconds;
 * then its reason is the complaint about that limit.
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
