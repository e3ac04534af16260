import {
  anyNumber,
  finiteNumber,
  listOf,
  optional,
  readOptions,
  readRecord,
  recordOf,
  type Argument,
  type Schema,
} from "../core/options";
import type { AgmlEvent, EpochRow } from "../train";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import { panelGrid, type Panel } from "./parts/series";

/**
 * The run of Algorithm 1 over its epochs: the network's loss, NMI and Recall@1 (and MAP@R, if it chooses the best epoch) on the validation images, the spread of the embeddings
 * (0 is collapse), the learning rate and J(L), where they change. Takes the events so far, however few, or the `history` of a finished run.
 * Events show more: the starting point as epoch 0, and loss and spread by mini-batches.
 *
 * @example
 * const events: TrainingEvent[] = [];
 * const method = new AGML({ network: mlp([4]), k: 2, epochs: 3, epochsPerPartition: 3 });
 * await method.fit(x, labels, { onEvent: (event) => events.push(event) });
 * await trainingCurves(events).save("out/training.svg");
 */
export function trainingCurves(
  events: readonly (AgmlEvent | EpochRow)[],
  options: FigureOptions = {},
): Figure {
  const caller = "trainingCurves";
  const given = readOptions(caller, options, figureSchema);
  listOf(anyEvent, "an array of a run's events or its history").read(events, `${caller}: events`);
  const rows = events.filter(isEpoch);
  const batches = eventsOf(events, "batch");
  const best = bestEpoch(events);
  // All panels have the same epochs, from the starting point where it is known.
  const start = eventsOf(events, "evaluation").find(({ epoch }) => epoch === 0)?.metrics;
  const [, begun] = extent([
    0,
    ...[rows, batches].flatMap((some) => some.slice(-1).map(({ epoch }) => epoch)),
  ]);
  const first = start ? [0] : batches.slice(0, 1).map(({ epoch }) => epoch - 1);
  const reach = [...first, ...(begun > 0 ? [begun] : [])];
  const panel = (title: string, points: readonly Point[], more: Partial<Panel> = {}): Panel => ({
    title,
    values: points
      .filter(({ y }) => y !== undefined && Number.isFinite(y))
      .map(({ epoch, y }) => ({ epoch: Number(epoch.toFixed(3)), value: rounded(y!, 5) })),
    x: "epoch",
    xTitle: "epoch",
    y: "value",
    reach,
    ...more,
  });
  const byEpoch = (value: (row: EpochRow) => number | undefined) =>
    rows.map((row) => ({ epoch: row.epoch, y: value(row) }));
  // Mini-batches tell more than the means of their epochs, where they are known.
  const known = new Set(batches.map(({ epoch }) => epoch));
  const byBatch = (name: "loss" | "spread") => [
    ...byEpoch((row) => (known.has(row.epoch) ? undefined : row[name])),
    ...thinned(batches, name),
  ];
  const percent = (share: number | undefined) => (share === undefined ? undefined : 100 * share);
  const judged = [
    ...(start ? [{ epoch: 0, nmi: start.nmi, recallAt1: start.recall[1], mapAtR: start.mapAtR }] : []),
    ...rows,
  ];
  const mark = best !== undefined && judged.length > 1 ? { x: best, text: "best" } : undefined;
  const validated = (title: string, name: "nmi" | "recallAt1" | "mapAtR") =>
    panel(
      `Validation ${title}, %`,
      judged.map((row) => ({ epoch: row.epoch, y: percent(row[name]) })),
      { mark, reach: mark ? [...reach, mark.x] : reach },
    );
  const panels = [
    panel("Loss", byBatch("loss")),
    validated("NMI", "nmi"),
    validated("Recall@1", "recallAt1"),
    validated("MAP@R", "mapAtR"),
    panel("Spread of the embeddings", byBatch("spread")),
    panel(
      "Learning rate",
      byEpoch(({ learningRate }) => learningRate),
    ),
    panel("Metric cost J(L)", metricCosts(batches)),
  ];
  // A number that never changes needs no panel.
  const [loss, ...others] = panels.map((one) => ({
    panel: one,
    values: new Set(one.values.map(({ value }) => value)),
  }));
  const shown = [loss, ...others.filter(({ values }) => values.size > 1)].map(({ panel }) => panel);
  const last = rows.at(-1) ?? batches.at(-1);
  const where = rows.length > 0 ? `epoch ${rows.at(-1)!.epoch}` : `batch ${batches.length}`;
  return draw(given, {
    caller,
    title: "Training",
    subtitle: last ? `${where}, loss ${last.loss.toPrecision(4)}` : "no epoch yet",
    summary: last ? `training curves up to ${where}` : "training curves, no epoch yet",
    content: panelGrid(shown, given, caller),
  });
}

const epoch = finiteNumber();
/** What the curves read of the events. */
const parts: Record<string, Schema> = {
  epoch: { epoch, loss: anyNumber, spread: optional(anyNumber), nmi: optional(anyNumber) },
  batch: {
    epoch,
    batch: anyNumber,
    batches: anyNumber,
    loss: anyNumber,
    spread: anyNumber,
    metricCost: optional(listOf(anyNumber)),
  },
  evaluation: {
    epoch,
    metrics: recordOf("metrics", { nmi: anyNumber, recall: recordOf("Recall@K by K", { 1: anyNumber }) }),
  },
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

interface Point {
  epoch: number;
  y: number | undefined;
}

type EventOf<Kind extends AgmlEvent["kind"]> = Extract<AgmlEvent, { kind: Kind }>;

function eventsOf<Kind extends AgmlEvent["kind"]>(
  events: readonly (AgmlEvent | EpochRow)[],
  kind: Kind,
): EventOf<Kind>[] {
  return events.filter((event): event is EventOf<Kind> => "kind" in event && event.kind === kind);
}

/** At most this many points of a curve of mini-batches. */
const mostPoints = 200;

/** A number of the mini-batches, each point the mean over some that follow each other, at the end of the last. */
function thinned(batches: readonly EventOf<"batch">[], name: "loss" | "spread"): Point[] {
  const together = Math.ceil(batches.length / mostPoints);
  return Array.from({ length: Math.ceil(batches.length / together) }, (_, i) => {
    const some = batches.slice(i * together, (i + 1) * together);
    const { epoch, batch, batches: perEpoch } = some.at(-1)!;
    return { epoch: epoch - 1 + batch / perEpoch, y: mean(some.map((one) => one[name])) };
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of J(L) over the batches of each epoch, after the conjugate gradients. */
function metricCosts(batches: readonly EventOf<"batch">[]): Point[] {
  const costs = new Map<number, number[]>();
  for (const { epoch, metricCost } of batches) {
    if (!metricCost) continue;
    const known = costs.get(epoch);
    if (known) known.push(metricCost[1]);
    else costs.set(epoch, [metricCost[1]]);
  }
  return [...costs].map(([epoch, values]) => ({ epoch, y: mean(values) }));
}

/** The epoch whose model was the best on the validation images so far. */
function bestEpoch(events: readonly (AgmlEvent | EpochRow)[]): number | undefined {
  const [finished] = eventsOf(events, "finished");
  if (finished) return finished.bestEpoch;
  return eventsOf(events, "evaluation")
    .filter(({ best }) => best)
    .at(-1)?.epoch;
}
