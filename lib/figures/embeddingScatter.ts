import { anything, optional, readOptions, texts, wholeNumber } from "../core/options";
import type { MatrixLike } from "../core/values";
import type { Images } from "../datasets";
import type { Labels } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { classLegend, readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { counted, evenly, readPlane, readPositions } from "./parts/rows";
import { checkImages, thumbnail } from "./parts/thumbnails";
import type { Encoding, Layer, Layered, Position } from "./render/spec";
import { plural } from "../core";

export interface ScatterOptions extends FigureOptions {
  /** Pictures to show when the pointer is over a point. */
  images?: Images;
  /** Maximum number of points, evenly sampled, that get a thumbnail. Default 2000, about 1 MB for MNIST. */
  maxImages?: number;
  /** The positions of the labeled points, which are ringed. */
  labeled?: ArrayLike<number>;
  classNames?: readonly string[];
}

const scatterSchema = {
  ...figureSchema,
  images: optional(anything<Images>()),
  maxImages: wholeNumber({ min: 0, default: 2000 }),
  labeled: optional(anything<ArrayLike<number>>()),
  classNames: optional(texts),
};

/**
 * Embeddings laid out in the plane, colored by class. In a notebook, the wheel zooms, dragging moves, a click in the legend selects a
 * class (Shift-click several), and the pointer shows the picture.
 *
 * @param xy [n, 2], from `tsne`, `umap` or `pca(…).points`
 * @example embeddingScatter(await tsne(z), labels, { images, labeled: split.labeled });
 */
export function embeddingScatter(xy: MatrixLike, labels: Labels, options: ScatterOptions = {}): Figure {
  const caller = "embeddingScatter";
  const given = readOptions(caller, options, scatterSchema);
  const { images, maxImages, labeled = [] } = given;
  const points = readPlane(xy, caller);
  const n = points.length;
  const classes = readClasses(labels, caller, { n, classNames: given.classNames });
  const marked = readPositions(labeled, n, `${caller}: labeled`);
  if (images !== undefined) checkImages(images, n, caller);
  const pictured = new Set(images ? evenly(n, maxImages) : []);
  const values = points.map((point, i) => ({
    ...point,
    class: classes.nameOf(classes.labels[i]),
    point: i,
    ...(marked.size > 0 && { labeled: marked.has(i) ? "yes" : "no" }),
    ...(pictured.has(i) && { image: thumbnail(images!, i) }),
  }));
  const size = n > 5000 ? 6 : n > 1000 ? 14 : 36;
  const position: Omit<Position, "field"> = {
    type: "quantitative",
    scale: { zero: false, nice: false, padding: 8 },
    axis: null,
  };
  const picked = { condition: { param: "picked", value: n > 1000 ? 0.75 : 0.9 }, value: 0.06 };
  const tooltip = [
    { field: "class", title: "class" },
    { field: "point", title: "point" },
    ...(marked.size > 0 ? [{ field: "labeled", title: "labeled" }] : []),
    ...(images ? [{ field: "image", title: "image" }] : []),
  ];
  const view: Layered = {
    encoding: { x: { field: "x", ...position }, y: { field: "y", ...position } },
    layer: [
      {
        params: [
          { name: "picked", select: { type: "point", fields: ["class"] }, bind: "legend" },
          { name: "zoom", select: "interval", bind: "scales" },
        ],
        mark: { type: "point", filled: true, opacity: 1, size, strokeWidth: 0, clip: true },
        encoding: {
          color: { field: "class", type: "nominal", scale: classes.colorScale, ...classLegend(classes) },
          fillOpacity: picked,
          tooltip,
        },
      },
      ...(marked.size > 0 ? [rings(size, picked)] : []),
    ],
  };
  return draw(given, {
    caller,
    title: "Embeddings by class",
    subtitle:
      marked.size > 0
        ? `${plural(n, "point")}, the ${counted(marked.size)} labeled ones ringed`
        : plural(n, "point"),
    summary: `scatter of ${plural(n, "point")} of ${plural(classes.names.length, "class", "classes")}`,
    content: { ...panelSize(given, { width: 340, height: 340 }, caller), data: { values }, ...view },
  });
}

/** A ring around each labeled point, in the text color. */
function rings(size: number, opacity: Encoding<string>["strokeOpacity"] & object): Layer {
  return {
    transform: [{ filter: "datum.labeled === 'yes'" }],
    mark: {
      type: "point",
      style: "outline",
      size: Math.max(40, 2.5 * size),
      strokeWidth: 1.25,
      filled: false,
      clip: true,
      opacity: 1,
    },
    encoding: { strokeOpacity: opacity },
  };
}
