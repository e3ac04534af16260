import { anyNumber, anything, isRecord, optional, readOptions, texts, wholeNumber } from "../core/options";
import { check, plural } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import type { Labels } from "../graph";
import { symmetricEigen } from "../algebra";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { classLegend, readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { named, type Named } from "./parts/named";
import {
  neighborhood,
  readQuadratic,
  type MetricLike,
  type Point,
  type Quadratic,
} from "./parts/planeMetric";
import { extent, readPlane, readPositions, rounded } from "./parts/rows";
import type { Layer, Legend, Row, Scale, View } from "./render/spec";
import { meaning } from "./render/theme";

export interface MetricEllipsesOptions extends FigureOptions {
  /** The positions of the points around which the metric is drawn. Default: the labeled points, or the first point. */
  anchors?: ArrayLike<number>;
  /** The positions of the labeled points, which get a ring. Default: none. */
  labeled?: ArrayLike<number>;
  /** Number of neighbors per anchor. Default 8. */
  neighbors?: number;
  /** Panels per row. Default 3. */
  columns?: number;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

const ellipsesSchema = {
  ...figureSchema,
  anchors: optional(anything<ArrayLike<number>>()),
  labeled: optional(anything<ArrayLike<number>>()),
  neighbors: optional(anyNumber),
  columns: wholeNumber({ min: 1, default: 3 }),
  classNames: optional(texts),
};

/**
 * Metrics of the plane, one panel each. Around every anchor a lies the ellipse (x − a)ᵀM(x − a) = r², where r is the distance of the
 * anchor's k-th neighbor: the points inside are its neighbors. Lines lead to the neighbors; those to another class are orange and dashed.
 * Both axes have the same scale, so that the Euclidean metric gives a circle. A metric that ignores a direction gives a strip.
 *
 * @param xy [n, 2]
 * @param labels the true class of each point
 *
 * @example
 * const metrics = { Euclidean: [[1, 0], [0, 1]], stretched: [[2, 0], [0, 1]] };
 * await metricEllipses(x, classes, metrics).save("out/ellipses.svg");
 */
export function metricEllipses(
  xy: MatrixLike,
  labels: Labels,
  metrics: MetricLike | Named<MetricLike>,
  options: MetricEllipsesOptions = {},
): Figure {
  const caller = "metricEllipses";
  const given = readOptions(caller, options, ellipsesSchema);
  const n = readPlane(xy, caller).length;
  const { data } = toFloat64(xy, `${caller}: xy`);
  const points = Array.from({ length: n }, (_, i) => ({ x: data[2 * i], y: data[2 * i + 1] }));
  const classes = readClasses(labels, caller, { n, classNames: given.classNames });
  const ringed = readPositions(given.labeled ?? [], n, `${caller}: labeled`);
  const anchors = readPositions(
    given.anchors ?? [...ringed, 0].slice(0, ringed.size || 1),
    n,
    `${caller}: anchors`,
  );
  const { neighbors = Math.min(8, n - 1), columns } = given;
  check(
    Number.isInteger(neighbors) && neighbors >= 1 && neighbors <= n - 1,
    () =>
      `${caller}: neighbors must be a whole number in [1, n-1] with n=${plural(n, "point")}, got ${neighbors}.`,
  );
  const title = `${caller}: metrics`;
  const isOne = isRecord(metrics) && "matrix" in metrics;
  const panels = named<object>(isOne ? { metric: metrics } : metrics, "metric", title);
  check(panels.length > 0, () => `${caller}: metrics must be { name: metric, … }, got none.`);
  const dots = points.map((point, i) => ({
    ...placed(point),
    class: classes.nameOf(classes.labels[i]),
    point: i,
    labeled: ringed.has(i),
  }));
  const { size, encoding, reach } = equalAxes(points, given, caller);
  const drawn = panels.map(([name, metric]): Drawn => {
    const m = readQuadratic(metric as MetricLike, `${caller}: ${name}`);
    const found = [...anchors].map((anchor) => ({ anchor, ...neighborhood(points, m, anchor, neighbors) }));
    const links = found.flatMap(({ anchor, nearest }) =>
      nearest.map((j) => ({
        ...placed(points[anchor]),
        x2: placed(points[j]).x,
        y2: placed(points[j]).y,
        right: classes.labels[j] === classes.labels[anchor],
      })),
    );
    const right = links.filter((link) => link.right).length;
    return {
      name,
      right,
      of: links.length,
      panel: {
        ...size,
        title: {
          text: name,
          subtitle: `${right} of ${plural(links.length, "neighbor")} right`,
          fontWeight: "normal",
        },
        encoding,
        layer: [
          dotLayer(n, classes.colorScale, classLegend(classes)),
          ellipseLayer(points, m, found, reach),
          linkLayer(links),
        ],
      },
    };
  });
  return draw(given, {
    caller,
    title: `The ${plural(neighbors, "nearest neighbor")} under each metric`,
    summary: drawn
      .map(({ name, right, of }) => `${name}: ${right} of ${plural(of, "neighbor")} right`)
      .join("; "),
    content: {
      data: { values: dots },
      columns,
      spacing: { row: 12, column: 12 },
      resolve: { scale: { fill: "shared" }, legend: { fill: "shared" } },
      concat: drawn.map(({ panel }) => panel),
    },
  });
}

/** One panel, and how many of the neighbors in it are of the anchor's class. */
interface Drawn {
  name: string;
  right: number;
  of: number;
  panel: View;
}

/** A point in the specification, with enough digits to separate close points far from the origin. */
const placed = ({ x, y }: Point): Point => ({ x: rounded(x, 7), y: rounded(y, 7) });

const CORNERS = 64;

/** Half-axes are limited to `reach`, outside the panel: those of a metric that ignores a direction are infinite. */
function ellipseLayer(
  points: readonly Point[],
  { xx, xy, yy }: Quadratic,
  found: readonly { anchor: number; radius: number }[],
  reach: number,
): Layer {
  const { values, vectors } = symmetricEigen({ data: Float64Array.of(xx, xy, xy, yy), shape: [2, 2] });
  const halfAxis = (radius: number, value: number) =>
    value > 0 ? Math.min(reach, radius / Math.sqrt(value)) : reach;
  const corners = found.flatMap(({ anchor, radius }) =>
    Array.from({ length: CORNERS }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const [a, b] = [
        halfAxis(radius, values[0]) * Math.cos(angle),
        halfAxis(radius, values[1]) * Math.sin(angle),
      ];
      const x = points[anchor].x + a * vectors.data[0] + b * vectors.data[2];
      const y = points[anchor].y + a * vectors.data[1] + b * vectors.data[3];
      return { anchor, corner, ...placed({ x, y }) };
    }),
  );
  return {
    data: { values: corners },
    mark: { type: "line", interpolate: "linear-closed", clip: true, strokeWidth: 1.4, style: "ink" },
    encoding: { detail: { field: "anchor" }, order: { field: "corner" } },
  };
}

/** The dots, which are the same in all panels: the data of the whole figure. */
function dotLayer(n: number, colors: Scale, legend: { legend: Legend | null }): Layer {
  const size = n > 300 ? 10 : 22;
  return {
    mark: { type: "point", filled: true, opacity: 0.9, style: "outline", strokeWidth: 0, clip: true },
    encoding: {
      fill: { field: "class", type: "nominal", scale: colors, ...legend },
      size: { condition: { test: "datum.labeled", value: 3 * size }, value: size },
      strokeWidth: { condition: { test: "datum.labeled", value: 1.4 }, value: 0 },
      tooltip: [{ field: "class" }, { field: "point" }],
    },
  };
}

function linkLayer(values: Row[]): Layer {
  return {
    data: { values },
    mark: { type: "rule", strokeWidth: 1, clip: true },
    encoding: {
      x2: { field: "x2" },
      y2: { field: "y2" },
      color: { condition: { test: "datum.right", value: meaning.good }, value: meaning.bad },
      strokeDash: { condition: { test: "datum.right", value: [1, 0] }, value: [3, 2] },
    },
  };
}

/** Axes of equal scale around the middle of the points. The height of the panel follows from them unless the caller sets it. */
function equalAxes(points: readonly Point[], options: FigureOptions, caller: string) {
  const ends = (["x", "y"] as const).map((axis) => {
    const [from, to] = extent(points.map((point) => point[axis]));
    return { axis, middle: (from + to) / 2, span: to - from };
  });
  const [across, up] = ends.map(({ span }) => Math.max(span, Number.MIN_VALUE));
  const width = 270;
  const size = panelSize(
    options,
    { width, height: Math.min(400, Math.max(130, (width * up) / across)) },
    caller,
  );
  const perPixel = 1.1 * Math.max(across / size.width, up / size.height);
  const encoding = Object.fromEntries(
    ends.map(({ axis, middle }) => {
      const half = (perPixel * (axis === "x" ? size.width : size.height)) / 2;
      const domain = [rounded(middle - half, 6), rounded(middle + half, 6)];
      return [
        axis,
        { field: axis, type: "quantitative", scale: { domain, nice: false, zero: false }, axis: null },
      ];
    }),
  );
  const reach = 4 * perPixel * Math.max(size.width, size.height);
  return { size: { width: size.width, height: Math.round(size.height) }, encoding, reach };
}
