import { check, duration } from "../core";
import { escapeHtml } from "../core/html";
import { trainingCurves } from "../figures";
import type { TrainingEvent } from "../train";
import { DISPLAY, showBundle, type Bundle, type Output } from "./notebookDisplay";
import {
  anyNumber,
  describeValue,
  finiteNumber,
  isRecord,
  readRecord,
  recordOf,
  text,
  type Schema,
} from "../core/options";

/** Every event but the mini-batches, which are many. */
export type TrainingLog = Exclude<TrainingEvent, { kind: "batch" }>[];

const redrawMs = 250;

/**
 * Follows a training run in a notebook: a bar with the time that is left, the best epoch so far, and curves that grow epoch by epoch. In other
 * places it prints a line an epoch. Give the run the cell's signal and the notebook's stop button ends it, keeping what it has learned.
 *
 * @example const log = await showTraining(model.steps(images, labels, { validation, signal: notebook.signal }));
 */
export async function showTraining(steps: AsyncIterable<TrainingEvent>): Promise<TrainingLog> {
  check(
    isRecord(steps) && typeof (steps as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === "function",
    () => `showTraining: steps must be what model.steps(images, labels) gives, got ${describeValue(steps)}.`,
  );
  const log: TrainingLog = [];
  const state = { began: performance.now(), done: 0, total: 0, text: "starting", best: "" };
  const bar = await showBundle(barBundle(state));
  let curves: Output | undefined;
  let drawn = 0;
  for await (const event of steps) {
    checkEvent(event);
    if (event.kind !== "batch") log.push(event);
    follow(state, event, log);
    const line = event.kind === "epoch" || event.kind === "finished" ? state.text : undefined;
    if (!bar && line !== undefined) console.log(line + (state.best === "" ? "" : `; ${state.best}`));
    if (bar && (line !== undefined || performance.now() - drawn > redrawMs)) {
      drawn = performance.now();
      await bar.update(event.kind === "finished" ? endBundle(state) : barBundle(state));
    }
    if (bar && event.kind === "epoch") {
      const { spec } = trainingCurves(log);
      const live = { "application/vnd.vegalite.v5+json": spec, "text/plain": "training curves" };
      if (curves) await curves.update(live);
      else curves = await showBundle(live);
    }
  }
  if (curves) await curves.update(await fullBundle(trainingCurves(log)));
  return log;
}

/** What is read of the events. */
const parts: Record<string, Schema> = {
  preprocessing: { name: text, done: anyNumber, total: anyNumber },
  pretraining: { epoch: anyNumber, epochs: anyNumber, accuracy: anyNumber },
  partition: { partition: anyNumber, partitions: anyNumber },
  batch: { epoch: finiteNumber(), batch: anyNumber, batches: anyNumber },
  epoch: { epoch: finiteNumber(), epochs: anyNumber, loss: anyNumber },
  evaluation: {
    epoch: finiteNumber(),
    metrics: recordOf("metrics", { nmi: anyNumber, recall: recordOf("Recall@K by K", { 1: anyNumber }) }),
  },
  finished: { explanation: text },
};

function checkEvent(event: TrainingEvent): void {
  const words = "an event of model.steps";
  const { kind } = readRecord<{ kind: string }>("showTraining: event", event, words, { kind: text });
  if (Object.hasOwn(parts, kind)) readRecord(`showTraining: ${kind} event`, event, words, parts[kind]);
}

interface State {
  began: number;
  /** Mini-batches in all epochs. */
  done: number;
  total: number;
  text: string;
  best: string;
}

const percent = (share: number) => (100 * share).toFixed(1);

function follow(state: State, event: TrainingEvent, log: TrainingLog): void {
  const epochs = log.filter(({ kind }) => kind === "epoch").length;
  switch (event.kind) {
    case "preprocessing":
      state.text = `${event.name} the images, ${percent(event.done / event.total)} %`;
      break;
    case "pretraining":
      state.text = `pretraining ${event.epoch}/${event.epochs}, ${percent(event.accuracy)} % right`;
      break;
    case "partition":
      state.text = `partition ${event.partition}/${event.partitions}, mining`;
      break;
    case "batch":
      state.done = epochs * event.batches + event.batch;
      state.text = `epoch ${event.epoch}, batch ${event.batch}/${event.batches}`;
      state.total = Math.max(state.total, event.epoch * event.batches);
      break;
    case "epoch":
      state.total = (state.done / epochs) * (event.epochs - event.epoch + epochs);
      state.text = `epoch ${event.epoch}/${event.epochs}, loss ${event.loss.toFixed(4)}`;
      break;
    case "evaluation":
      if (event.best)
        state.best = `best so far: epoch ${event.epoch}, NMI ${percent(event.metrics.nmi)}, R@1 ${percent(event.metrics.recall[1])}`;
      break;
    case "finished":
      state.text = event.explanation;
      break;
  }
}

function barBundle({ began, done, total, text, best }: State): Bundle {
  const elapsed = (performance.now() - began) / 1000;
  const left = done > 0 && total > done ? `, ${duration((elapsed / done) * (total - done))} left` : "";
  const line = [`${text}, ${duration(elapsed)}${left}`, best].filter((part) => part !== "").join("; ");
  const amount = total > 0 ? ` value="${done}" max="${total}"` : "";
  return { "text/html": `<progress${amount}></progress> ${escapeHtml(line)}`, "text/plain": line };
}

function endBundle({ began, text, best }: State): Bundle {
  const line = `${text} ${duration((performance.now() - began) / 1000)}${best === "" ? "" : `; ${best}`}`;
  return { "text/html": `<small>${escapeHtml(line)}</small>`, "text/plain": line };
}

async function fullBundle(figure: object): Promise<Bundle> {
  return (figure as { [DISPLAY](): Promise<Bundle> })[DISPLAY]();
}
