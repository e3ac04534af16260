import { drainAsync, duration, plural } from "../core";
import { areSingle } from "../mining";
import type { ExperimentResult } from "../reproduce";
import { choices, validationText, type TrainingEvent } from "../train";
import type { Terminal } from "./command";
import { progressBar, type ProgressBar } from "./progressBar";

/** Prints a run's events as they come and returns its result; undefined where it was stopped. */
export async function followTraining(
  run: AsyncGenerator<TrainingEvent, ExperimentResult | undefined>,
  terminal: Terminal,
): Promise<ExperimentResult | undefined> {
  let bar: ProgressBar | undefined;
  let isComplete = true;
  const print = (event: TrainingEvent) => {
    isComplete = false;
    if (event.kind === "batch") {
      if (!terminal.interactive) return;
      bar ??= progressBar(`epoch ${event.epoch}`, terminal, { text: batchText });
      bar.update(event.batch, event.batches);
      return;
    }
    if (event.kind === "preprocessing") {
      if (event.done === 0) terminal.out(`${event.name} the images`);
      if (!terminal.interactive) return;
      bar ??= progressBar(event.name, terminal, { text: shareText });
      bar.update(event.done, event.total);
      return;
    }
    const line = lineOf(event);
    if (line === undefined) return;
    bar?.end();
    bar = undefined;
    terminal.out(line);
  };
  try {
    const result = await drainAsync(run, print);
    if (isComplete && result) terminal.out("This run was complete already: its results are only read.");
    return result;
  } catch (error) {
    if (terminal.signal.aborted) return undefined;
    throw error;
  } finally {
    bar?.end();
  }
}

/** "45 %, 205 of 455 batches, 6.5 a second, 39 s left" */
function batchText(done: number, total: number, perSecond: number | undefined): string {
  const amount = `${Math.floor((100 * done) / total)} %, ${done} of ${plural(total, "batch", "batches")}`;
  if (perSecond === undefined) return amount;
  return `${amount}, ${perSecond.toFixed(1)} a second, ${duration((total - done) / perSecond)} left`;
}

/** "45 %, 39 s left" */
function shareText(done: number, total: number, perSecond: number | undefined): string {
  const share = `${Math.floor((100 * done) / total)} %`;
  return perSecond === undefined ? share : `${share}, ${duration((total - done) / perSecond)} left`;
}

/** The start is the first candidate, so what the best epoch is chosen by is said there. */
function placeOf({ epoch, best, chooseBy }: Extract<TrainingEvent, { kind: "evaluation" }>): string {
  if (epoch !== 0) return best ? " (best so far)" : "";
  const by = chooseBy === undefined ? "" : `; the best epoch is chosen by ${choices[chooseBy].words}`;
  return ` (the start${by})`;
}

const percent = (share: number) => (100 * share).toFixed(1);

function lineOf(event: TrainingEvent): string | undefined {
  switch (event.kind) {
    case "started":
      return `${plural(event.images, "example")}, ${event.labeled} of them labeled, ${plural(event.classes, "class", "classes")}; ${plural(event.parameters, "parameter")}${event.epoch > 0 ? `; going on after epoch ${event.epoch}` : ""}`;
    case "pretraining":
      return event.epoch % 10 === 0 || event.epoch === event.epochs
        ? `pretraining ${event.epoch}/${event.epochs}: cross-entropy ${event.loss.toFixed(3)}, ${percent(event.accuracy)} % right`
        : undefined;
    case "partition":
      return `partition ${event.partition}/${event.partitions}: ${plural(event.size, "example")}`;
    case "triplets":
      return `${plural(event.triplets.count, areSingle(event.triplets) ? "example" : "triplet")}${event.quality && event.quality.rows.length > 0 ? `; by the hidden labels ${percent(event.quality.positives)} % of positives and ${percent(event.quality.negatives)} % of negatives are right` : ""}`;
    case "epoch":
      return `epoch ${event.epoch}/${event.epochs}: loss ${event.loss.toFixed(4)}, spread ${event.spread.toFixed(3)}, ${duration(event.elapsedMs / 1000)}`;
    case "evaluation":
      return `  validation: ${validationText(event.metrics)}${placeOf(event)}`;
    case "pretraining-undone":
    case "finished":
      return event.explanation;
    default:
      return undefined;
  }
}
