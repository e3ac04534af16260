/** Work that reports its progress as it goes and ends with a result. */
export type Steps<Event, Result> = Generator<Event, Result, undefined>;

/** Runs a generator to its end and returns its result. `onEvent` is called with every value that it yields. */
export function drain<Event, Result>(steps: Steps<Event, Result>, onEvent?: (event: Event) => void): Result {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      onEvent?.(step.value);
    }
  } finally {
    // Frees what the generator holds if `onEvent` threw; otherwise it has ended, and this does nothing.
    steps.return(undefined as Result);
  }
}

/**
 * The same for generators of either kind, asynchronously. `pause` is awaited after every event: pass an `eventLoopYielder` to keep
 * the event loop running during synchronous work and to stop at an abort.
 */
export async function drainAsync<Event, Result>(
  steps: Steps<Event, Result> | AsyncGenerator<Event, Result, undefined>,
  onEvent?: (event: Event) => void,
  pause?: () => Promise<void> | undefined,
): Promise<Result> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done) return step.value;
      onEvent?.(step.value);
      await pause?.();
    }
  } finally {
    await steps.return(undefined as Result);
  }
}

/** The same generator with other events: each goes through `change`, which may also note it. */
export function* mapSteps<Event, Changed, Result>(
  steps: Steps<Event, Result>,
  change: (event: Event) => Changed,
): Steps<Changed, Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield change(step.value);
    }
  } finally {
    steps.return(undefined as Result);
  }
}

/** The same for generators of either kind, asynchronously. `pause` is awaited after every event. */
export async function* mapStepsAsync<Event, Changed, Result>(
  steps: Steps<Event, Result> | AsyncGenerator<Event, Result, undefined>,
  change: (event: Event) => Changed,
  pause?: () => Promise<void> | undefined,
): AsyncGenerator<Changed, Result, undefined> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done) return step.value;
      yield change(step.value);
      await pause?.();
    }
  } finally {
    await steps.return(undefined as Result);
  }
}

/** The last of some events. There must be at least one. `onEvent` is called with each of them. */
export async function lastEvent<Event extends object>(
  events: AsyncIterable<Event>,
  onEvent?: (event: Event) => void,
): Promise<Event> {
  let last: Event | undefined;
  for await (last of events) onEvent?.(last);
  return last!;
}
