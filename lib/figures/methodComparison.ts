import {
  anything,
  describeValue,
  listOf,
  optional,
  readOptions,
  wholeNumber,
  type Argument,
} from "../core/options";
import { check, plural } from "../core";
import { published, resultRows, type ResultRow } from "../evaluate";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { rounded } from "./parts/rows";
import type { Layered, Legend, Position, Row } from "./render/spec";
import { meaning } from "./render/theme";

/** A number from the paper, in [0, 1] as in all rows. */
export type PaperRow = Omit<ResultRow, "seed">;

export interface ComparisonOptions extends FigureOptions {
  /** Default: NMI and Recall@K, side by side. */
  metrics?: readonly ResultRow["metric"][];
  /** K of Recall@K. Default 1. */
  k?: number;
  /** The paper's numbers. Default: those in `published`. */
  paper?: readonly PaperRow[];
}

const titles: Record<ResultRow["metric"], (k: number) => string> = {
  nmi: () => "NMI, %",
  recall: (k) => `Recall@${k}, %`,
  mapAtR: () => "MAP@R, %",
  rPrecision: () => "R-precision, %",
};

const comparisonSchema = {
  ...figureSchema,
  metrics: listOf<ResultRow["metric"]>(anything(), "an array of metrics", { default: ["nmi", "recall"] }),
  k: wholeNumber({ min: 1, default: 1 }),
  paper: optional(resultRows as Argument<readonly PaperRow[]>),
};

/**
 * Compares methods on each data set: the mean and standard deviation over the seeds, and the paper's number.
 *
 * @param rows tidy rows as in `results.json`
 *
 * @example await methodComparison(rows, { metrics: ["nmi"] }).save("out/methods.svg");
 */
export function methodComparison(rows: readonly ResultRow[], options: ComparisonOptions = {}): Figure {
  const caller = "methodComparison";
  const given = readOptions(caller, options, comparisonSchema);
  const { metrics, k, paper = publishedRows() } = given;
  const wrong = metrics.findIndex((metric) => typeof metric !== "string" || !Object.hasOwn(titles, metric));
  check(
    metrics.length > 0 && wrong < 0,
    () =>
      `${caller}: metrics must be some of ${Object.keys(titles).join(", ")}, got ${wrong < 0 ? "none" : describeValue(metrics[wrong])}.`,
  );
  resultRows.read(rows, `${caller}: rows`);
  const wanted = ({ metric, k: rowK }: PaperRow) =>
    metrics.includes(metric) && (metric !== "recall" || rowK === k);
  const chosen = rows.filter(wanted);
  check(
    chosen.length > 0,
    () =>
      `${caller}: none of the ${plural(rows.length, "row")} has ${metrics.map((metric) => titles[metric](k).replace(", %", "")).join(" or ")}. Pass the rows of results.json.`,
  );
  const datasets = [...new Set(chosen.map(({ dataset }) => dataset))];
  const methods = [...new Set(chosen.map(({ method }) => method))];
  const own = panelSize(
    given,
    { width: metrics.length > 2 ? 180 : 280, height: 22 * methods.length + 6 },
    caller,
  );
  const beside = paper.filter(
    (row) => wanted(row) && datasets.includes(row.dataset) && methods.includes(row.method),
  );
  const isRepeated = new Set(chosen.map(({ seed }) => seed)).size > 1;
  const panel = (dataset: string, metric: ResultRow["metric"], column: number) => {
    const here = (row: PaperRow) => row.dataset === dataset && row.metric === metric && wanted(row);
    const values = [
      ...methods.flatMap((method) => summarize(chosen.filter((row) => here(row) && row.method === method))),
      ...beside
        .filter(here)
        .map(({ method, value }) => ({ method, source: PAPER, percent: rounded(100 * value, 4) })),
    ];
    return comparison(values, {
      methods,
      title: column === 0 ? dataset : "",
      axis: titles[metric](k),
      column,
      own,
      hasPaper: beside.length > 0,
    });
  };
  return draw(given, {
    caller,
    title: "Methods compared",
    subtitle: isRepeated ? "mean ± standard deviation over the seeds" : undefined,
    summary: `comparison of ${methods.join(", ")} on ${datasets.join(", ")}`,
    content: {
      columns: metrics.length,
      spacing: { row: 18, column: 20 },
      concat: datasets.flatMap((dataset) => metrics.map((metric, column) => panel(dataset, metric, column))),
    },
  });
}

const OURS = "ours";
const PAPER = "paper";

function summarize(rows: readonly ResultRow[]): Row[] {
  if (rows.length === 0) return [];
  const mean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  const variance =
    rows.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / Math.max(1, rows.length - 1);
  const deviation = Math.sqrt(variance);
  return [
    {
      method: rows[0].method,
      source: OURS,
      percent: rounded(100 * mean, 4),
      low: rounded(100 * (mean - deviation), 4),
      high: rounded(100 * (mean + deviation), 4),
      seeds: rows.length,
    },
  ];
}

interface ComparisonPanel {
  methods: readonly string[];
  title: string;
  axis: string;
  column: number;
  own: { width: number; height: number };
  /** Whether any panel has numbers from the paper, which a legend tells from ours. */
  hasPaper: boolean;
}

function comparison(
  values: Row[],
  { methods, title, axis, column, own, hasPaper }: ComparisonPanel,
): Layered {
  const sources = [OURS, PAPER];
  const y: Position = {
    field: "method",
    type: "nominal",
    scale: { domain: [...methods] },
    axis: { title: null, ticks: false, domain: false, labels: column === 0, labelLimit: 200, grid: true },
  };
  const x: Position = {
    field: "percent",
    type: "quantitative",
    scale: { zero: false, padding: 10 },
    axis: { title: axis, tickCount: 4 },
  };
  const legend: Legend | null = !hasPaper ? null : { title: null, orient: "bottom", symbolSize: 60 };
  const source = { field: "source", type: "nominal", legend } as const;
  return {
    title: { text: title, fontSize: 12, fontWeight: "normal" },
    ...own,
    data: { values },
    encoding: { x, y },
    layer: [
      {
        transform: [{ filter: "isValid(datum.low)" }],
        mark: { type: "rule", strokeWidth: 1.5, color: meaning.good },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" } },
      },
      {
        mark: { type: "point", filled: false, size: 50, opacity: 1, strokeWidth: 1.8, tooltip: true },
        encoding: {
          shape: { ...source, scale: { domain: sources, range: ["circle", "diamond"] } },
          stroke: { ...source, scale: { domain: sources, range: [meaning.good, meaning.bad] } },
          fill: { ...source, scale: { domain: sources, range: [meaning.good, "transparent"] } },
        },
      },
    ],
  };
}

function publishedRows(): PaperRow[] {
  return Object.entries(published).flatMap(([dataset, methods]) =>
    Object.entries(methods).flatMap(([method, { nmi, recall }]): PaperRow[] => {
      return [
        ...(nmi === undefined
          ? []
          : [{ dataset, method, metric: "nmi" as const, k: null, value: nmi / 100 }]),
        ...Object.entries(recall).map(([k, value]): PaperRow => ({
          dataset,
          method,
          metric: "recall",
          k: Number(k),
          value: value / 100,
        })),
      ];
    }),
  );
}
