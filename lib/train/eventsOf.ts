/** Runs some work that reports events, as a generator of them, each as soon as it is reported. Returns what the work returns. */
export async function* eventsOf<Event, Result>(
  work: (report: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<Event, Result> {
  const events: Event[] = [];
  let wake: () => void = () => undefined;
  const finished = work((event) => {
    events.push(event);
    wake();
  });
  let isDone = false;
  const end = () => {
    isDone = true;
    wake();
  };
  finished.then(end, end);
  for (;;) {
    while (events.length > 0) yield events.shift()!;
    if (isDone) return finished;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (events.length > 0 || isDone) resolve();
    });
  }
}
