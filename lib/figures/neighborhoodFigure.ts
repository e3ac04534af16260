import { anything, describeValue, optional, readOptions, texts } from "../core/options";
import { check, plural } from "../core";
import { readLabels, toFloat64, type Matrix, type MatrixLike } from "../core/values";
import type { Images } from "../datasets";
import type { Labels } from "../graph";
import { pca } from "../project";
import { checkTriplets, type Triplets } from "../mining";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import { checkImages, thumbnail } from "./parts/thumbnails";
import { circleLayer } from "./path/layers";
import type { Layer, Layered, Position, Row } from "./render/spec";
import { meaning } from "./render/theme";

export interface NeighborhoodOptions extends FigureOptions {
  /** The embeddings after a step, such as zL for the new L, drawn in a second panel. */
  after?: MatrixLike;
  images?: Images;
  /** True classes, shown beside the neighbors. */
  labels?: Labels;
  classNames?: readonly string[];
}

const neighborhoodSchema = {
  ...figureSchema,
  after: optional(anything<MatrixLike>()),
  images: optional(anything<Images>()),
  labels: optional(anything<Labels>()),
  classNames: optional(texts),
};

/**
 * The paper's Figure 1b for any anchor: the positives, which are pulled, and the negatives, which are pushed, before and after a step.
 * Distances from the anchor are exact, in units of their mean in the panel (the dashed circle). Directions are the same in both panels;
 * they follow the principal components and are spread evenly, so that pictures do not overlap.
 *
 * @param embeddings [n, d], the space of the distances: z, or zL for the L before the step
 * @example neighborhoodFigure(triplets, 12, embeddings, { after, images, labels });
 */
export function neighborhoodFigure(
  triplets: Triplets,
  anchor: number,
  embeddings: MatrixLike,
  options: NeighborhoodOptions = {},
): Figure {
  const caller = "neighborhoodFigure";
  const given = readOptions(caller, options, neighborhoodSchema);
  checkTriplets(triplets, caller);
  const before = toFloat64(embeddings, `${caller}: embeddings`);
  const after = given.after === undefined ? undefined : toFloat64(given.after, `${caller}: after`);
  const n = before.shape[0];
  check(
    after === undefined || after.shape[0] === n,
    () => `${caller}: after must have a row for each of the ${n} points, got ${after?.shape[0]}.`,
  );
  check(
    Number.isInteger(anchor) && anchor >= 0 && anchor < n,
    () => `${caller}: anchor must be a point in [0, ${n - 1}], got ${describeValue(anchor)}.`,
  );
  if (given.images !== undefined) checkImages(given.images, n, caller);
  const labels = given.labels === undefined ? undefined : readLabels(given.labels, caller, n);
  const neighbors = neighborsOf(triplets, anchor);
  check(
    neighbors.length > 0,
    () => `${caller}: there are no triplets with the anchor ${anchor}. Choose one of triplets.anchors.`,
  );
  check(
    neighbors.every(({ point }) => point >= 0 && point < n),
    () => `${caller}: triplets must refer to the ${n} points of embeddings. Mine them on the same points.`,
  );

  const angles = directions(before, anchor, neighbors);
  const describe = (point: number) => ({
    point,
    ...(labels && { class: given.classNames?.[labels[point]] ?? String(labels[point]) }),
    ...(given.images && { image: thumbnail(given.images, point) }),
  });
  const place = (matrix: Matrix) => {
    const distances = neighbors.map(({ point }) => distance(matrix, anchor, point));
    const mean = distances.reduce((sum, value) => sum + value, 0) / distances.length || 1;
    return neighbors.map(({ point, role }, i) => ({
      ...describe(point),
      role,
      distance: rounded(distances[i] / mean),
      x: rounded((distances[i] / mean) * Math.cos(angles[i])),
      y: rounded((distances[i] / mean) * Math.sin(angles[i])),
    }));
  };
  const panels = [place(before), ...(after ? [place(after)] : [])];
  const reach = 1.2 * Math.max(1, extent(panels.flat().map(({ distance }) => distance))[1]);
  const size = panelSize(given, { width: 240, height: 240 }, caller);
  const home = { ...describe(anchor), role: "anchor", x: 0, y: 0, distance: 0 };
  const panel = (rows: Row[], name?: string): Layered => ({
    ...(name !== undefined && {
      title: { text: name, fontSize: 12, fontWeight: "normal", anchor: "middle" },
    }),
    ...size,
    ...neighborhood([...rows, home], reach, {
      pictured: given.images !== undefined,
      named: labels !== undefined,
    }),
  });
  return draw(given, {
    caller,
    title: `The neighborhood of point ${anchor}${labels ? `, class ${String(home.class)}` : ""}`,
    subtitle: "distances from the anchor, in units of their mean (dashed circle)",
    summary: `neighborhood of point ${anchor}: ${plural(neighbors.length, "neighbor")}`,
    content: after
      ? { hconcat: [panel(panels[0], "Before the step"), panel(panels[1], "After the step")] }
      : panel(panels[0]),
  });
}

interface Neighbor {
  point: number;
  role: "positive" | "negative";
}

function neighborsOf({ count, anchors, positives, negatives }: Triplets, anchor: number): Neighbor[] {
  const found = new Map<number, Neighbor>();
  for (let t = 0; t < count; t++) {
    if (anchors[t] !== anchor) continue;
    found.set(positives[t], { point: positives[t], role: "positive" });
    found.set(negatives[t], { point: negatives[t], role: "negative" });
  }
  return [...found.values()];
}

function distance({ data, shape: [, d] }: Matrix, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < d; c++) sum += (data[i * d + c] - data[j * d + c]) ** 2;
  return Math.sqrt(sum);
}

/** One direction per neighbor: at equal angles, in their order around the anchor in the first two principal components. */
function directions(matrix: Matrix, anchor: number, neighbors: readonly Neighbor[]): number[] {
  const { data, shape } = matrix;
  const d = shape[1];
  const rows = [anchor, ...neighbors.map(({ point }) => point)];
  const own = Float64Array.from(rows.flatMap((i) => [...data.subarray(i * d, (i + 1) * d)]));
  const varied = own.some((value, at) => value !== own[at % d]);
  const angle = (i: number) => {
    if (!plane) return i;
    const [x, y] = [0, 1].map((c) => plane[2 * (i + 1) + c] - plane[c]);
    return Math.atan2(y, x);
  };
  const plane = varied && d > 1 ? pca({ data: own, shape: [rows.length, d] }).points.data : undefined;
  const order = neighbors.map((_, i) => i).sort((a, b) => angle(a) - angle(b));
  const result = new Array<number>(neighbors.length);
  order.forEach((neighbor, rank) => {
    result[neighbor] = (2 * Math.PI * (rank + 0.5)) / neighbors.length;
  });
  return result;
}

function neighborhood(
  values: Row[],
  reach: number,
  { pictured, named }: { pictured: boolean; named: boolean },
): Layered {
  const position: Omit<Position, "field"> = {
    type: "quantitative",
    scale: { domain: [-reach, reach], nice: false },
    axis: null,
  };
  const domain = ["anchor", "positive", "negative"];
  const range = [meaning.neutral, meaning.good, meaning.bad];
  const role = {
    field: "role",
    type: "nominal",
    scale: { domain, range },
    legend: {
      title: null,
      orient: "bottom",
      direction: "horizontal",
      symbolType: "square",
      symbolOpacity: 1,
    },
  } as const;
  const sign = "{anchor: '', positive: '+', negative: '−'}[datum.role]";
  const tooltip = ["role", "point", "class", "distance", "image"].map((field) => ({ field }));
  return {
    encoding: { x: { field: "x", ...position }, y: { field: "y", ...position } },
    layer: [
      circleLayer(1, [3, 3]),
      {
        data: { values },
        transform: [{ calculate: sign, as: "sign" }],
        layer: [
          {
            mark: { type: "rule", opacity: 0.6 },
            encoding: { x2: { datum: 0 }, y2: { datum: 0 }, color: role },
          },
          {
            mark: { type: "square", size: pictured ? 1156 : 260, opacity: 1 },
            encoding: {
              color: role,
              tooltip: tooltip.filter(({ field }) => values.some((row) => field in row)),
            },
          },
          ...(pictured
            ? ([
                { mark: { type: "image", width: 28, height: 28 }, encoding: { url: { field: "image" } } },
              ] satisfies Layer[])
            : []),
          {
            mark: {
              type: "text",
              dx: pictured ? 24 : 0,
              dy: pictured ? -10 : 0,
              fontWeight: "bold",
              fontSize: 13,
            },
            encoding: {
              text: { field: "sign" },
              ...(pictured ? { color: role } : { color: { value: "white" } }),
            },
          },
          ...(named
            ? ([
                {
                  mark: { type: "text", dx: pictured ? 24 : 18, dy: pictured ? 6 : 0 },
                  encoding: { text: { field: "class" } },
                },
              ] satisfies Layer[])
            : []),
        ],
      },
    ],
  };
}
