import { check, duration } from "../core";
import { escapeHtml } from "../core/html";
import { trainingCurves } from "../figures";
import { choices, validationText, type TrainingEvent } from "../train";
import { startClock, tick, timeLeft, type Clock } from "./timeLeft";
import { DISPLAY, showBundle, type Bundle, type Output } from "./notebookDisplay";
import {
  anyNumber,
  describeValue,
  finiteNumber,
  isRecord,
  oneOf,
  optional,
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
 * places it prints a line an epoch. Give the run the cell's signal and the notebook's stop button ends it, keeping the best model so far.
 * `model.fit` does both by itself. Use this function if you also want the events.
 *
 * @example
 * const model = new AGML({ network: mlp([4]), k: 2, epochs: 2, epochsPerPartition: 1 });
 * const log = await showTraining(model.steps(x, labels)); // in a notebook: a curve that grows
 */
export async function showTraining(steps: AsyncIterable<TrainingEvent>): Promise<TrainingLog> {
  check(
    isRecord(steps) && typeof (steps as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === "function",
    () => `showTraining: steps must be what model.steps(images, labels) gives, got ${describeValue(steps)}.`,
  );
  const log: TrainingLog = [];
  const batches: TrainingEvent[] = [];
  const state: State = { clock: startClock(performance.now()), text: "starting", best: "", remark: "" };
  const bar = await showBundle(barBundle(state));
  let curves: Output | undefined;
  let drawn = 0;
  try {
    for await (const event of steps) {
      checkEvent(event);
      if (event.kind === "batch") batches.push(event);
      else log.push(event);
      tick(state.clock, event, performance.now());
      follow(state, event);
      const line = event.kind === "epoch" || event.kind === "finished" ? state.text : undefined;
      if (!bar && line !== undefined) console.log(line + (state.best === "" ? "" : `; ${state.best}`));
      if (bar && (line !== undefined || performance.now() - drawn > redrawMs)) {
        drawn = performance.now();
        await bar.update(event.kind === "finished" ? endBundle(state) : barBundle(state));
      }
      if (bar && event.kind === "epoch") {
        const { spec } = trainingCurves([...log, ...batches]);
        const live = { "application/vnd.vegalite.v5+json": spec, "text/plain": "training curves" };
        if (curves) await curves.update(live);
        else curves = await showBundle(live);
      }
    }
  } catch (error) {
    state.text = log.length === 0 ? "not started" : `${state.text}; then it failed`;
    await bar?.update(endBundle(state));
    throw error;
  }
  if (curves) await curves.update(await fullBundle(trainingCurves([...log, ...batches])));
  return log;
}

/** What is read of the events. */
const parts: Record<string, Schema> = {
  preprocessing: { name: text, done: anyNumber, total: anyNumber },
  pretraining: { epoch: anyNumber, epochs: anyNumber, accuracy: anyNumber },
  partition: { partition: anyNumber, partitions: anyNumber },
  batch: { epoch: finiteNumber(), epochs: optional(anyNumber), batch: anyNumber, batches: anyNumber },
  epoch: { epoch: finiteNumber(), epochs: anyNumber, loss: anyNumber },
  evaluation: {
    epoch: finiteNumber(),
    chooseBy: optional(oneOf(Object.keys(choices))),
    metrics: recordOf("metrics", { nmi: anyNumber, recall: recordOf("Recall@K by K", { 1: anyNumber }) }),
  },
  "pretraining-undone": { explanation: text },
  finished: { explanation: text },
};

function checkEvent(event: TrainingEvent): void {
  const words = "an event of model.steps";
  const { kind } = readRecord<{ kind: string }>("showTraining: event", event, words, { kind: text });
  if (Object.hasOwn(parts, kind)) readRecord(`showTraining: ${kind} event`, event, words, parts[kind]);
}

interface State {
  clock: Clock;
  text: string;
  best: string;
  /** What to know to the end. */
  remark: string;
}

const percent = (share: number) => (100 * share).toFixed(1);

function follow(state: State, event: TrainingEvent): void {
  switch (event.kind) {
    case "preprocessing":
      state.text = `${event.name} the images, ${percent(event.done / event.total)} %`;
      break;
    case "pretraining":
      state.text = `pretraining ${event.epoch}/${event.epochs}, ${percent(event.accuracy)} % right`;
      break;
    case "pretraining-undone":
      state.remark = event.explanation;
      break;
    case "partition":
      state.text = `partition ${event.partition}/${event.partitions}, mining`;
      break;
    case "batch":
      state.text = `epoch ${event.epoch}/${event.epochs}, batch ${event.batch}/${event.batches}`;
      break;
    case "epoch":
      state.text = `epoch ${event.epoch}/${event.epochs}, loss ${event.loss.toFixed(4)}`;
      break;
    case "evaluation":
      if (event.best) {
        const by = event.chooseBy === undefined ? "" : ` by ${choices[event.chooseBy].words}`;
        state.best = `best so far${by}: ${event.epoch === 0 ? "the start" : `epoch ${event.epoch}`}, ${validationText(event.metrics)}`;
      }
      break;
    case "finished":
      state.text = event.explanation;
      break;
  }
}

function barBundle({ clock, text, best, remark }: State): Bundle {
  const { began, done, total } = clock;
  const elapsed = (performance.now() - began) / 1000;
  const remaining = timeLeft(clock);
  const left = remaining === undefined ? "" : `, ${duration(remaining / 1000)} left`;
  const line = [`${text}, ${duration(elapsed)}${left}`, best, remark]
    .filter((part) => part !== "")
    .join("; ");
  const amount = total > 0 ? ` value="${done}" max="${total}"` : "";
  return { "text/html": `<progress${amount}></progress> ${escapeHtml(line)}`, "text/plain": line };
}

function endBundle({ clock: { began }, text, best, remark }: State): Bundle {
  const end = `${text.replace(/[^.]$/, "$&,")} ${duration((performance.now() - began) / 1000)}`;
  const line = [end, best, remark].filter((part) => part !== "").join("; ");
  return { "text/html": `<small>${escapeHtml(line)}</small>`, "text/plain": line };
}

async function fullBundle(figure: object): Promise<Bundle> {
  return (figure as { [DISPLAY](): Promise<Bundle> })[DISPLAY]();
}
