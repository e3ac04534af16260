import { check, plural } from "../core";
import {
  argument,
  describeValue,
  isRecord,
  listOf,
  optional,
  readOptions,
  recordOf,
  text,
  texts,
} from "../core/options";
import { draw, panelSize } from "./parts/draw";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { extent, rounded } from "./parts/rows";
import type { Layer, Position, Row } from "./render/spec";

/** A trial of a search: its parameters, and what it came to. */
export interface TrialRow {
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
  /** Higher is better; null for a trial that failed, which is not drawn. */
  readonly value: number | null;
}

export interface ParallelOptions extends FigureOptions {
  /** The name of the last axis. Default "value". */
  valueTitle?: string;
  /** The parameters whose axis is logarithmic. Default none. */
  log?: readonly string[];
}

const schema = {
  ...figureSchema,
  valueTitle: { ...text, default: "value" },
  log: optional(texts),
};

const trialRow = recordOf<TrialRow>("a trial { parameters, value }", {
  parameters: argument("an object of numbers, texts, true and false", isRecord),
  value: argument("a number or null", (value) => value === null || Number.isFinite(value)),
});

/** An axis: where a value is on it, in [0, 1], and the labels beside it. */
interface Axis {
  place(value: unknown): number;
  labels: readonly { at: number; label: string }[];
}

/**
 * Trials of a search as lines across parallel axes (Inselberg 1985): one axis per parameter, and the value last, which also gives the color.
 *
 * @param trials such as the lines of `trials.jsonl` of `ssdml sweep`
 *
 * @example
 * const trials = [
 *   { parameters: { learningRate: 0.001, k: 5 }, value: 1.1 },
 *   { parameters: { learningRate: 0.1, k: 20 }, value: 0.7 },
 * ];
 * await parallelCoordinates(trials, { log: ["learningRate"] }).save("out/trials.svg");
 */
export function parallelCoordinates(trials: readonly TrialRow[], options: ParallelOptions = {}): Figure {
  const caller = "parallelCoordinates";
  const given = readOptions(caller, options, schema);
  listOf(trialRow, "an array of trials { parameters, value }").read(trials, `${caller}: trials`);
  const drawn = trials.filter(({ value }) => value !== null).sort((a, b) => a.value! - b.value!);
  check(
    drawn.length > 0,
    () =>
      `${caller}: trials must hold at least one with a value, got ${plural(trials.length, "trial")} and none with one.`,
  );
  const names = Object.keys(drawn[0].parameters);
  const { log = [], valueTitle } = given;
  check(names.length > 0 && !names.includes(valueTitle), () =>
    names.length === 0
      ? `${caller}: trials must have at least one parameter, got none.`
      : `${caller}: valueTitle must not be the name of a parameter, got ${JSON.stringify(valueTitle)}.`,
  );
  const unknown = log.find((name) => !names.includes(name));
  check(
    unknown === undefined,
    () => `${caller}: log must name parameters (${names.join(", ")}), got ${describeValue(unknown)}.`,
  );
  const columns = [...names, valueTitle];
  const valueOf = ({ parameters, value }: TrialRow, column: string) =>
    column === valueTitle ? value : parameters[column];
  const axes = columns.map((column) => {
    const values = drawn.map((trial, i) => {
      const value = valueOf(trial, column);
      check(
        value !== undefined,
        () =>
          `${caller}: every trial must have the parameter ${column}, but that with value ${drawn[i].value} has not.`,
      );
      return value;
    });
    return axisOf(values, log.includes(column), `${caller}: ${column}`);
  });
  const size = panelSize(given, { width: Math.min(720, 130 * columns.length), height: 260 }, caller);
  const lines = drawn.flatMap((trial, i) =>
    columns.map((column, c) => ({
      trial: i,
      axis: c,
      at: rounded(axes[c].place(valueOf(trial, column))),
      value: rounded(trial.value!),
      [column]: valueOf(trial, column),
    })),
  );
  return draw(given, {
    caller,
    title: "Trials of the search",
    summary: `${plural(drawn.length, "trial")} over ${names.join(", ")}`,
    content: { ...size, layer: layersOf(lines, columns, axes) },
  });
}

function axisOf(values: readonly unknown[], log: boolean, name: string): Axis {
  if (!values.every((value) => typeof value === "number")) {
    check(!log, () => `${name} must hold numbers on a logarithmic axis, got ${describeValue(values[0])}.`);
    const choices = [...new Set(values.map(String))].sort();
    const at = (choice: string) => (choices.indexOf(choice) + 0.5) / choices.length;
    return {
      place: (value) => at(String(value)),
      labels: choices.map((label) => ({ at: at(label), label })),
    };
  }
  const [least, greatest] = extent(values);
  check(!log || least > 0, () => `${name} must be above 0 on a logarithmic axis, got ${least}.`);
  const of = (value: number) => (log ? Math.log(value) : value);
  const back = (value: number) => (log ? Math.exp(value) : value);
  const [low, high] = [of(least), of(greatest)];
  const place = (value: unknown) => (high > low ? (of(Number(value)) - low) / (high - low) : 0.5);
  const few = [...new Set(values)].sort((a, b) => a - b);
  const nearest = few.every(Number.isInteger) ? Math.round : (tick: number) => tick;
  const ticks =
    few.length <= 6 ? few : [0, 0.25, 0.5, 0.75, 1].map((at) => nearest(back(low + at * (high - low))));
  return { place, labels: ticks.map((tick) => ({ at: place(tick), label: String(rounded(tick, 3)) })) };
}

function layersOf(lines: readonly Row[], columns: readonly string[], axes: readonly Axis[]): Layer[] {
  const last = columns.length - 1;
  const x: Position = {
    field: "axis",
    type: "quantitative",
    scale: { domain: [0, last], nice: false },
    axis: {
      title: null,
      orient: "top",
      values: columns.map((_, c) => c),
      labelExpr: `${JSON.stringify(columns)}[datum.value]`,
      labelFontSize: 12,
      labelOverlap: false,
      labelPadding: 8,
      domain: false,
      ticks: false,
      grid: true,
      gridOpacity: 1,
      zindex: 0,
    },
  };
  const y: Position = {
    field: "at",
    type: "quantitative",
    scale: { domain: [0, 1], nice: false },
    axis: null,
  };
  const labels = axes.flatMap((axis, c) =>
    axis.labels.map(({ at, label }) => ({ axis: c, at: rounded(at), label })),
  );
  const label = (style: "halo" | "ink"): Layer => ({
    data: { values: labels },
    mark: { type: "text", style, align: "right", dx: -5, fontSize: 10 },
    encoding: { x, y, text: { field: "label", type: "nominal" } },
  });
  return [
    {
      data: { values: [...lines] },
      mark: { type: "line", strokeWidth: 1.6, opacity: 0.75, interpolate: "monotone", tooltip: true },
      encoding: {
        x,
        y,
        detail: { field: "trial", type: "nominal" },
        color: {
          field: "value",
          type: "quantitative",
          scale: { zero: false },
          legend: null,
        },
      },
    },
    label("halo"),
    label("ink"),
  ];
}
