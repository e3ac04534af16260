import { optional, readOptions, texts } from "../core/options";
import { check, plural } from "../core";
import { normalizedMutualInformation } from "../evaluate";
import { readNamedGroups } from "../core/values";
import type { Labels } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { rounded } from "./parts/rows";
import type { Layer } from "./render/spec";

export interface ConfusionOptions extends FigureOptions {
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

/**
 * The classes in each cluster: one row per cluster, one column per class. The color is the share of the cluster, the number is the
 * count. Clusters are sorted by their largest class, so that a good clustering shows a diagonal.
 *
 * @example
 * const { assignments } = kMeans(x, { clusters: 2 });
 * await clusterConfusion(assignments, classes).save("out/confusion.svg");
 */
export function clusterConfusion(
  assignments: Labels,
  labels: Labels,
  options: ConfusionOptions = {},
): Figure {
  const caller = "clusterConfusion";
  const given = readOptions(caller, options, { ...figureSchema, classNames: optional(texts) });
  const classes = readClasses(labels, caller, { classNames: given.classNames });
  const n = classes.labels.length;
  const { groups: assigned, names } = readNamedGroups(assignments, `${caller}: assignments`);
  check(
    assigned.length === n && n > 0,
    () =>
      `${caller}: assignments must have a cluster for each of the ${plural(n, "label")} (at least one), got ${assigned.length}.`,
  );
  const clusters = new Map<number, Map<number, number>>();
  for (let i = 0; i < n; i++) {
    const row = clusters.get(assigned[i]) ?? new Map<number, number>();
    row.set(classes.labels[i], (row.get(classes.labels[i]) ?? 0) + 1);
    clusters.set(assigned[i], row);
  }
  check(
    clusters.size <= 60 && classes.names.length <= 60,
    () =>
      `${caller}: at most 60 clusters and 60 classes are legible, got ${clusters.size} and ${classes.names.length}. Pass fewer.`,
  );
  const ordered = [...clusters].sort(
    ([a, left], [b, right]) => largestClass(left) - largestClass(right) || a - b,
  );
  const values = ordered.flatMap(([cluster, counts]) => {
    const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return [...counts].map(([label, count]) => ({
      cluster: (cluster >= 0 ? names?.[cluster] : undefined) ?? String(cluster),
      class: classes.nameOf(label),
      count,
      percent: rounded((100 * count) / size, 3),
    }));
  });
  const nmi = normalizedMutualInformation(classes.labels, assigned);
  const large = Math.max(clusters.size, classes.names.length) > 15;
  const cell = large ? 14 : 30;
  return draw(given, {
    caller,
    title: "Classes in each cluster",
    subtitle: `${plural(n, "point")}, NMI ${(100 * nmi).toFixed(1)} %`,
    summary: `confusion of ${plural(clusters.size, "cluster")} and ${plural(classes.numbers.length, "class", "classes")}, NMI ${(100 * nmi).toFixed(1)} %`,
    content: {
      ...panelSize(
        given,
        {
          width: Math.max(60, cell * classes.names.length),
          height: Math.max(60, (cell - 4) * clusters.size),
        },
        caller,
      ),
      data: { values },
      encoding: {
        x: {
          field: "class",
          type: "nominal",
          scale: { domain: classes.names },
          axis: {
            title: "class",
            labelAngle: classes.names.some((name) => name.length > 2) ? -45 : 0,
            ticks: false,
            domain: false,
          },
        },
        y: {
          field: "cluster",
          type: "nominal",
          scale: { domain: ordered.map(([cluster]) => String(cluster)) },
          axis: { title: "cluster", ticks: false, domain: false },
        },
      },
      layer: [
        {
          mark: { type: "rect", tooltip: true },
          encoding: {
            color: {
              field: "percent",
              type: "quantitative",
              scale: { domain: [0, 100] },
              legend: {
                title: ["% of the", "cluster"],
                gradientLength: 120,
                gradientThickness: 10,
                tickCount: 3,
              },
            },
          },
        },
        ...(large ? [] : [counts("datum.percent > 55", "paper"), counts("datum.percent <= 55", "ink")]),
      ],
    },
  });
}

/** The counts of some entries, in a color that is legible on them. */
function counts(filter: string, style: "ink" | "paper"): Layer {
  return {
    transform: [{ filter }],
    mark: { type: "text", style, fontSize: 9 },
    encoding: { text: { field: "count" } },
  };
}

function largestClass(counts: ReadonlyMap<number, number>): number {
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
