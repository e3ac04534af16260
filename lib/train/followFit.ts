import { drainAsync, trainingView, withStopButton } from "../core";
import type { FollowOptions } from "./fitOptions";

type Following<Event> = { [Name in keyof FollowOptions<Event>]: FollowOptions<Event>[Name] | undefined };

/**
 * Runs a training to its end. In a notebook's cell the stop button ends it early, and its progress is shown, unless `show` says otherwise or
 * the caller follows the events.
 */
export async function followFit<Event>(
  start: (signal: AbortSignal | undefined) => AsyncIterable<Event>,
  { onEvent, show = onEvent === undefined, signal }: Following<Event> & { signal: AbortSignal | undefined },
): Promise<void> {
  const events = told(start(withStopButton(signal)), onEvent);
  const view = show ? trainingView() : undefined;
  await (view ? view(events as AsyncIterable<never>) : drainAsync(warned(events, show)));
}

/** What `followFit` looks at. */
type Remark =
  | { kind: "pretraining-undone"; explanation: string }
  | { kind: "finished"; explanation: string; stopReason: string; epoch: number; bestEpoch: number };

const failures = ["collapsed", "not-finite"];

/** Whether an event says that something failed, or that nothing better than the start was learned. */
function isWarning(event: Remark): boolean {
  if (event.kind === "pretraining-undone") return true;
  if (event.kind !== "finished") return false;
  return failures.includes(event.stopReason) || (event.epoch > 0 && event.bestEpoch === 0);
}

/** Says such things of a run that nobody follows on standard error. */
async function* warned<Event>(events: AsyncIterable<Event>, warns: boolean): AsyncGenerator<Event, void> {
  for await (const event of events) {
    const remark = event as Remark;
    if (warns && isWarning(remark)) console.warn(remark.explanation);
    yield event;
  }
}

/** The events, each after the caller has seen it. */
async function* told<Event>(
  events: AsyncIterable<Event>,
  onEvent: ((event: Event) => void) | undefined,
): AsyncGenerator<Event, void> {
  for await (const event of events) {
    onEvent?.(event);
    yield event;
  }
}
