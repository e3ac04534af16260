import {
  anyNumber,
  listOf,
  oneOf,
  optional,
  readOptions,
  readRecord,
  recordOf,
  text,
  texts,
} from "../core/options";
import { check } from "../core";
import type { QualityRow, TripletQuality } from "../mining";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { rounded } from "./parts/rows";
import { meaning } from "./render/theme";

export interface QualityOptions extends FigureOptions {
  /** Groups the bars by the anchor's class (default) or by its number of hops to the nearest labeled point. */
  by?: "class" | "hops";
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

/**
 * The share of mined positives that have the anchor's class and of negatives that do not: overall, then by class or distance to a label.
 *
 * @example await tripletQualityBars(tripletQuality(triplets, classes)).save("out/quality.svg");
 */
export function tripletQualityBars(quality: TripletQuality, options: QualityOptions = {}): Figure {
  const caller = "tripletQualityBars";
  const given = readOptions(caller, options, {
    ...figureSchema,
    by: oneOf(["class", "hops"], { default: "class" }),
    classNames: optional(texts),
  });
  readRecord(`${caller}: quality`, quality, "the result of tripletQuality", {
    positives: anyNumber,
    negatives: anyNumber,
    rows: listOf(recordOf("a row", { by: text, value: anyNumber, role: text, share: anyNumber })),
  });
  const { by, classNames = quality.classNames } = given;
  const rows = quality.rows.filter((row) => row.by === "all" || row.by === by);
  check(
    rows.some((row) => row.by === by),
    () =>
      `${caller}: quality has no rows by ${by}, only by ${[...new Set(quality.rows.map((row) => row.by))].join(" and ") || "nothing"}. Pass { graph, labels } to tripletQuality for hops.`,
  );
  const groupOf = ({ by: kind, value }: QualityRow) => {
    if (kind === "all") return "all";
    if (kind === "hops" && value < 0) return "no path";
    return (kind === "class" ? classNames?.[value] : undefined) ?? String(value);
  };
  const values = rows.map((row) => ({
    group: groupOf(row),
    role: row.role === "positive" ? "positives of the anchor's class" : "negatives of another class",
    percent: rounded(100 * row.share, 3),
    count: row.count,
    right: row.right,
  }));
  const groups = [...new Set(values.map(({ group }) => group))];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return draw(given, {
    caller,
    title: "How many mined triplets are right",
    subtitle: `positives ${percent(quality.positives)}, negatives ${percent(quality.negatives)} by the true labels`,
    summary: `triplet quality by ${by}: positives ${percent(quality.positives)}, negatives ${percent(quality.negatives)} right`,
    content: {
      ...panelSize(given, { width: Math.max(240, 48 * groups.length), height: 240 }, caller),
      data: { values },
      mark: { type: "bar", tooltip: true },
      encoding: {
        x: {
          field: "group",
          type: "nominal",
          sort: groups,
          scale: { paddingInner: 0.25 },
          axis: {
            title: by === "class" ? "class of the anchor" : "hops to the nearest labeled point",
            labelAngle: groups.some((name) => name.length > 5) ? -40 : 0,
            ticks: false,
          },
        },
        xOffset: { field: "role", sort: null },
        y: {
          field: "percent",
          type: "quantitative",
          scale: { domain: [0, 100] },
          axis: { title: "right, %", tickCount: 5 },
        },
        color: {
          field: "role",
          type: "nominal",
          scale: { range: [meaning.good, meaning.bad] },
          sort: null,
          legend: {
            title: null,
            orient: "bottom",
            direction: "horizontal",
            labelLimit: 250,
            symbolType: "square",
          },
        },
      },
    },
  });
}
