import { anything, describeValue, optional, readOptions, text, texts } from "../core/options";
import { check, plural } from "../core";
import { toFloat64, type Matrix, type MatrixLike } from "../core/values";
import type { ImagesLike } from "../datasets";
import type { Labels } from "../graph";
import { pca } from "../project";
import { checkTriplets, type Triplets } from "../mining";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import { readPictures, thumbnail } from "./parts/thumbnails";
import { neighborhoodLayers } from "./neighborhoodLayers";
import type { Layered, Row } from "./render/spec";

export interface NeighborhoodOptions extends FigureOptions {
  /** The embeddings after a step, such as zL for the new L, drawn in a second panel. */
  after?: MatrixLike;
  /** The pictures of the points, drawn instead of dots. */
  images?: ImagesLike;
  /** True classes, shown beside the neighbors. */
  labels?: Labels;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
  /** Lines below the title, such as how the anchor was chosen. */
  note?: string;
}

const neighborhoodSchema = {
  ...figureSchema,
  after: optional(anything<MatrixLike>()),
  images: optional(anything<ImagesLike>()),
  labels: optional(anything<Labels>()),
  classNames: optional(texts),
  note: optional(text),
};

/**
 * The paper's Figure 1b for any anchor: the positives, which are pulled, and the negatives, which are pushed, before and after a step.
 * Distances from the anchor are exact, in units of their mean in the panel (the dashed circle). Directions are the same in both panels;
 * they follow the principal components and are spread evenly, so that pictures do not overlap.
 *
 * @param embeddings [n, d], the space of the distances: z, or zL for the L before the step
 *
 * @example await neighborhoodFigure(triplets, triplets.anchors[0], x, { labels: classes }).save("out/neighborhood.svg");
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
    () => `${caller}: after must have a row for each of the ${plural(n, "point")}, got ${after?.shape[0]}.`,
  );
  check(
    Number.isInteger(anchor) && anchor >= 0 && anchor < n,
    () => `${caller}: anchor must be a point in [0, ${n - 1}], got ${describeValue(anchor)}.`,
  );
  const images = given.images === undefined ? undefined : readPictures(given.images, n, caller);
  const classes =
    given.labels === undefined
      ? undefined
      : readClasses(given.labels, caller, { n, classNames: given.classNames });
  const neighbors = neighborsOf(triplets, anchor);
  check(
    neighbors.length > 0,
    () => `${caller}: there are no triplets with the anchor ${anchor}. Choose one of triplets.anchors.`,
  );
  check(
    neighbors.every(({ point }) => point >= 0 && point < n),
    () =>
      `${caller}: triplets must refer to the ${plural(n, "point")} of embeddings. Mine them on the same points.`,
  );

  const angles = directions(before, anchor, neighbors);
  const describe = (point: number) => ({
    point,
    ...(classes && { class: classes.nameOf(classes.labels[point]) }),
    ...(images && { image: thumbnail(images, point) }),
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
  const size = panelSize(given, { width: 360, height: 360 }, caller);
  const home = { ...describe(anchor), role: "anchor", x: 0, y: 0, distance: 0 };
  const panel = (rows: Row[], name?: string): Layered => ({
    ...(name !== undefined && {
      title: { text: name, fontSize: 12, fontWeight: "normal", anchor: "middle" },
    }),
    ...size,
    ...neighborhoodLayers([...rows, home], reach, {
      pictured: images !== undefined,
      named: classes !== undefined,
    }),
  });
  return draw(given, {
    caller,
    title: `The neighborhood of point ${anchor}${classes ? `, class ${String(home.class)}` : ""}`,
    subtitle: [
      "distances from the anchor, in units of their mean (dashed circle)",
      ...(given.note?.split("\n") ?? []),
    ],
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
