import {
  anyNumber,
  finiteNumber,
  listOf,
  optional,
  readOptions,
  readRecord,
  type Argument,
  type Schema,
} from "../core/options";
import type { AgmlEvent, EpochRow } from "../train";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { rounded } from "./parts/rows";
import { panelGrid, type Panel } from "./parts/series";

/**
 * The run of Algorithm 1 over its epochs: the network's loss, NMI and Recall@1 on the validation images, the spread of the embeddings
 * (0 is collapse) and the learning rate. Takes the events so far, however few, or the `history` of a finished run.
 *
 * @example
 * for await (const event of model.steps(images, labels)) { events.push(event); show(trainingCurves(events)); }
 */
export function trainingCurves(
  events: readonly (AgmlEvent | EpochRow)[],
  options: FigureOptions = {},
): Figure {
  const caller = "trainingCurves";
  const given = readOptions(caller, options, figureSchema);
  listOf(anyEvent, "an array of a run's events or its history").read(events, `${caller}: events`);
  const rows = events.filter(isEpoch);
  const curve = rows.length > 0 ? rows : batchRows(events);
  const unit = rows.length > 0 ? "epoch" : "batch";
  const best = bestEpoch(events);
  const metricCosts = metricCostByEpoch(events);
  const size = panelSize(given, { width: 175, height: 100 }, caller);
  const panel = (
    title: string,
    value: (row: CurveRow) => number | undefined,
    more: Partial<Panel> = {},
  ): Panel => ({
    title,
    values: curve.flatMap((row) => {
      const y = value(row);
      return y !== undefined && Number.isFinite(y) ? [{ [unit]: row.epoch, value: rounded(y, 5) }] : [];
    }),
    x: unit,
    xTitle: unit,
    y: "value",
    size,
    ...more,
  });
  const mark = best !== undefined && curve.length > 1 ? { x: best, text: "best" } : undefined;
  const percent = (share: number | undefined) => (share === undefined ? undefined : 100 * share);
  const panels = [
    panel("Loss", ({ loss }) => loss),
    panel("Validation NMI, %", ({ nmi }) => percent(nmi), { mark }),
    panel("Validation Recall@1, %", ({ recallAt1 }) => percent(recallAt1), { mark }),
    panel("Spread of the embeddings", ({ spread }) => spread),
    panel("Learning rate", ({ learningRate }) => learningRate),
    panel("Metric cost J(L)", ({ epoch }) => (unit === "epoch" ? metricCosts.get(epoch) : undefined)),
  ];
  const filled = panels.filter(({ values }) => values.length > 0);
  const last = curve.at(-1);
  return draw(given, {
    caller,
    title: "Training",
    subtitle: last ? `${unit} ${last.epoch}, loss ${last.loss.toPrecision(4)}` : "no epoch yet",
    summary: last ? `training curves up to ${unit} ${last.epoch}` : "training curves, no epoch yet",
    content: panelGrid(filled.length > 0 ? filled : panels.slice(0, 1)),
  });
}

const epoch = finiteNumber();
/** What the curves read of the events. */
const parts: Record<string, Schema> = {
  epoch: { epoch, loss: anyNumber, spread: optional(anyNumber), nmi: optional(anyNumber) },
  batch: { epoch, loss: anyNumber, spread: anyNumber, metricCost: optional(listOf(anyNumber)) },
  evaluation: { epoch },
  finished: { bestEpoch: finiteNumber() },
};

const anyEvent: Argument<AgmlEvent | EpochRow> = {
  words: "an event or a row of a history",
  read(value, name) {
    const { kind = "epoch" } = readRecord(name, value as { kind?: unknown }, this.words, {});
    const schema = typeof kind === "string" && Object.hasOwn(parts, kind) ? parts[kind] : {};
    return readRecord(name, value as AgmlEvent | EpochRow, this.words, schema);
  },
};

function isEpoch(event: AgmlEvent | EpochRow): event is EpochRow {
  return !("kind" in event) || event.kind === "epoch";
}

type CurveRow = Pick<EpochRow, "epoch" | "loss" | "spread"> & Partial<EpochRow>;

/** In the first epoch there are only batches to show, numbered in a row. */
function batchRows(events: readonly (AgmlEvent | EpochRow)[]): CurveRow[] {
  return events
    .filter((event) => "kind" in event)
    .filter((event) => event.kind === "batch")
    .map(({ loss, spread }, i) => ({ epoch: i + 1, loss, spread }));
}

/** The mean of J(L) over the batches of each epoch, after the conjugate gradients. */
function metricCostByEpoch(events: readonly (AgmlEvent | EpochRow)[]): Map<number, number> {
  const sums = new Map<number, [sum: number, count: number]>();
  for (const event of events) {
    if (!("kind" in event) || event.kind !== "batch" || !event.metricCost) continue;
    const [sum, count] = sums.get(event.epoch) ?? [0, 0];
    sums.set(event.epoch, [sum + event.metricCost[1], count + 1]);
  }
  return new Map([...sums].map(([epoch, [sum, count]]) => [epoch, sum / count]));
}

/** The epoch whose model was the best on the validation images so far. */
function bestEpoch(events: readonly (AgmlEvent | EpochRow)[]): number | undefined {
  const told = events.filter((event) => "kind" in event);
  const finished = told.find((event) => event.kind === "finished");
  if (finished) return finished.bestEpoch;
  return told
    .filter((event) => event.kind === "evaluation")
    .filter(({ best }) => best)
    .at(-1)?.epoch;
}
