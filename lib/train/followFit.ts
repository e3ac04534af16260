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

/** What `followFit` looks at in the last event of a run. */
interface Ending {
  kind: "finished";
  explanation: string;
  stopReason: string;
  epoch: number;
  bestEpoch: number;
}

const failures = ["collapsed", "not-finite"];

/** Says on standard error that a run that nobody follows failed, or has learned nothing better than its start. */
async function* warned<Event>(events: AsyncIterable<Event>, warns: boolean): AsyncGenerator<Event, void> {
  for await (const event of events) {
    const ending = event as Ending;
    const isVain = ending.kind === "finished" && ending.epoch > 0 && ending.bestEpoch === 0;
    if (warns && ending.kind === "finished" && (isVain || failures.includes(ending.stopReason)))
      console.warn(ending.explanation);
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
