import { anyNumber, anything, optional, readOptions, texts } from "../core/options";
import { check, plural } from "../core";
import type { MatrixLike } from "../core/values";
import { checkGraph, type KnnGraph, type Labels } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { type Classes, classLegend, readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { counted, readPlane, readPositions } from "./parts/rows";
import type { Position } from "./render/spec";
import { meaning } from "./render/theme";

export interface GraphOptions extends FigureOptions {
  /** The class of each point, −1 for unlabeled. */
  labels?: Labels;
  /** The positions of the labeled points. Default those with a label, if not all have one. */
  labeled?: ArrayLike<number>;
  /** Number of nearest neighbors to draw per point. Default: all k, fewer for large graphs. */
  neighbors?: number;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

const graphSchema = {
  ...figureSchema,
  labels: optional(anything<Labels>()),
  labeled: optional(anything<ArrayLike<number>>()),
  neighbors: optional(anyNumber),
  classNames: optional(texts),
};

/** More edges would make the figure slow and unreadable. */
const MAX_EDGES = 20_000;

/**
 * The kNN graph over a layout of its points. Labeled points are large. Edges between two classes, which mislead the propagation, are
 * orange and dashed.
 *
 * @param xy [n, 2], from `tsne`, `umap` or `pca(…).points`
 *
 * @example await graphFigure(graph, x, { labels, labeled: [0, 3] }).save("out/graph.svg");
 */
export function graphFigure(graph: KnnGraph, xy: MatrixLike, options: GraphOptions = {}): Figure {
  const caller = "graphFigure";
  const given = readOptions(caller, options, graphSchema);
  checkGraph(graph, caller);
  const { n, k } = graph;
  const points = readPlane(xy, caller);
  check(
    points.length === n,
    () => `${caller}: xy must have a row for each of the ${plural(n, "point")}, got ${points.length}.`,
  );
  const classes = readClasses(given.labels ?? new Int32Array(n).fill(-1), caller, {
    n,
    classNames: given.classNames,
  });
  const marked = readPositions(given.labeled ?? labeledAmong(classes), n, `${caller}: labeled`);
  const { neighbors = Math.max(1, Math.min(k, Math.floor(MAX_EDGES / n))) } = given;
  check(
    Number.isInteger(neighbors) && neighbors >= 1 && neighbors <= k,
    () => `${caller}: neighbors must be a whole number in [1, k=${k}], got ${neighbors}.`,
  );
  const edges = edgesOf(graph, neighbors).map(([i, j]) => {
    const [a, b] = [classes.labels[i], classes.labels[j]];
    const { x: x2, y: y2 } = points[j];
    return { ...points[i], x2, y2, edge: a >= 0 && b >= 0 && a !== b ? BETWEEN : WITHIN };
  });
  const wrong = edges.filter(({ edge }) => edge === BETWEEN).length;
  const nodes = points
    .map((point, i) => ({
      ...point,
      class: classes.nameOf(classes.labels[i]),
      point: i,
      labeled: marked.has(i),
    }))
    .sort((a, b) => Number(a.labeled) - Number(b.labeled)); // labeled points are drawn over the others
  const scale = { zero: false, nice: false, padding: 10 };
  const position: Omit<Position, "field"> = { type: "quantitative", scale, axis: null };
  const size = n > 1000 ? 8 : n > 300 ? 18 : 40;
  return draw(given, {
    caller,
    title: `${neighbors === k ? "" : `${neighbors} nearest of the `}${k}-nearest-neighbor graph`,
    subtitle: describe(n, edges.length, wrong, marked.size),
    summary: `graph of ${plural(n, "point")} with ${plural(edges.length, "edge")} drawn`,
    content: {
      ...panelSize(given, { width: 420, height: 420 }, caller),
      encoding: { x: { field: "x", ...position }, y: { field: "y", ...position } },
      layer: [
        {
          data: { values: edges },
          mark: { type: "rule", strokeWidth: n > 300 ? 0.4 : 0.8, opacity: n > 300 ? 0.45 : 0.7 },
          encoding: {
            x2: { field: "x2" },
            y2: { field: "y2" },
            color: {
              condition: { test: `datum.edge === '${BETWEEN}'`, value: meaning.bad },
              value: meaning.neutral,
            },
            strokeDash: { condition: { test: `datum.edge === '${BETWEEN}'`, value: [3, 2] }, value: [1, 0] },
          },
        },
        {
          data: { values: nodes },
          mark: { type: "point", filled: true, opacity: 1, style: "outline", strokeWidth: 0 },
          encoding: {
            fill: {
              field: "class",
              type: "nominal",
              scale: classes.colorScale,
              ...(given.labels ? classLegend(classes) : { legend: null }),
            },
            size: { condition: { test: "datum.labeled", value: 2.6 * size }, value: size },
            strokeWidth: { condition: { test: "datum.labeled", value: 1.4 }, value: 0 },
            tooltip: [{ field: "class" }, { field: "point" }],
          },
        },
      ],
    },
  });
}

const BETWEEN = "between classes";
const WITHIN = "within a class or unknown";

function labeledAmong({ labels }: Classes): number[] {
  const labeled = [...labels.keys()].filter((i) => labels[i] >= 0);
  return labeled.length < labels.length ? labeled : [];
}

/** Each edge once, even if it exists in both directions. */
function edgesOf({ n, k, neighbors }: KnnGraph, nearest: number): [number, number][] {
  const seen = new Map<number, [number, number]>();
  for (let i = 0; i < n; i++) {
    for (let s = 0; s < nearest; s++) {
      const j = neighbors[i * k + s];
      seen.set(Math.min(i, j) * n + Math.max(i, j), [i, j]);
    }
  }
  return [...seen.values()];
}

function describe(n: number, edges: number, wrong: number, labeled: number): string {
  const between = wrong > 0 ? `, ${counted(wrong)} between classes (dashed)` : "";
  const rings = labeled > 0 ? `; ${plural(labeled, "labeled point")} ringed` : "";
  return `${plural(n, "point")}, ${plural(edges, "edge")}${between}${rings}`;
}
