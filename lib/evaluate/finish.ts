import type { Breathe } from "../core/yieldToEventLoop";

/** Work that pauses now and then to say how far it is, and ends with a result. */
export type Steps<Progress, Result> = Generator<Progress, Result, undefined>;

/** Does the work at once. */
export function finish<Result>(steps: Steps<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work with room for the event loop to turn, and for `breathe` to end it early. */
export async function finishAsync<Progress, Result>(
  steps: Steps<Progress, Result>,
  breathe: Breathe,
  onProgress: (progress: Progress) => void,
): Promise<Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      onProgress(step.value);
      await breathe();
    }
  } finally {
    // What the work holds on the engine is freed even where it was cut short.
    steps.return(undefined as Result);
  }
}
