import { anything, optional, readNumbers, readOptions, text, texts, wholeNumber } from "../core/options";
import { random, type MatrixLike } from "../core/values";
import type { ImagesLike } from "../datasets";
import type { Labels } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { classLegend, classShapes, needShapes, readClasses, UNLABELED, type Classes } from "./parts/classes";
import { namesAtCenters, needNumbers } from "./parts/centers";
import { draw, panelSize } from "./parts/draw";
import { counted, evenly, readPlane, readPositions, rounded } from "./parts/rows";
import { readPictures, thumbnail } from "./parts/thumbnails";
import type { Encoding, Layer, Layered, Position } from "./render/spec";
import { check, plural } from "../core";

export interface ScatterOptions extends FigureOptions {
  /** Pictures to show when the pointer is over a point. */
  images?: ImagesLike;
  /** Maximum number of points, evenly sampled, that get a thumbnail. Default 2000, about 1 MB for MNIST. */
  maxImages?: number;
  /** The positions of the labeled points, which are ringed. */
  labeled?: ArrayLike<number>;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
  /** A number for each point, such as its confidence or loss, that colors it in place of its class. */
  colorBy?: ArrayLike<number>;
  /** What this number is. Default "value". */
  colorTitle?: string;
  /** Of more points than this a random sample is shown, and always those of `labeled` and those with a label beside unlabeled ones. Default 20,000. */
  maxPoints?: number;
}

const scatterSchema = {
  ...figureSchema,
  images: optional(anything<ImagesLike>()),
  maxImages: wholeNumber({ min: 0, default: 2000 }),
  labeled: optional(anything<ArrayLike<number>>()),
  classNames: optional(texts),
  colorBy: optional(anything<ArrayLike<number>>()),
  colorTitle: { ...text, default: "value" },
  maxPoints: wholeNumber({ min: 1, default: 20_000 }),
};

/**
 * Embeddings laid out in the plane, colored by class or by a number. Beside points with a class, unlabeled ones are small, pale and behind. More
 * than ten classes also differ in their marks and have their names at their centers, or numbers that the legend explains, where the names are
 * more than forty and long. In a notebook, the wheel zooms, dragging
 * moves, a click in the legend selects a class (Shift-click several), and the pointer shows the picture.
 *
 * @param xy [n, 2], from `tsne`, `umap` or `pca(…).points`
 *
 * @example await embeddingScatter(x, classes, { labeled: [0, 3] }).save("out/embedding.svg");
 */
export function embeddingScatter(xy: MatrixLike, labels: Labels, options: ScatterOptions = {}): Figure {
  const caller = "embeddingScatter";
  const given = readOptions(caller, options, scatterSchema);
  const { maxImages, labeled = [] } = given;
  const points = readPlane(xy, caller);
  const n = points.length;
  const classes = readClasses(labels, caller, { n, classNames: given.classNames });
  const marked = readPositions(labeled, n, `${caller}: labeled`);
  const images = given.images === undefined ? undefined : readPictures(given.images, n, caller);
  const numbers = readColors(given.colorBy, n, caller);
  const shown = sample(n, given.maxPoints, [...marked, ...(isMixed(classes) ? known(classes) : [])]);
  const pictured = new Set(images ? evenly(shown.length, maxImages).map((at) => shown[at]) : []);
  const row = (i: number) => ({
    ...points[i],
    class: classes.nameOf(classes.labels[i]),
    point: i,
    ...(numbers && { color: rounded(numbers[i]) }),
    ...(marked.size > 0 && { labeled: marked.has(i) ? "yes" : "no" }),
    ...(pictured.has(i) && { image: thumbnail(images!, i) }),
  });
  // What comes first is drawn behind the rest.
  const behind = isMixed(classes) ? shown.filter((i) => classes.labels[i] < 0) : [];
  const front = behind.length > 0 ? shown.filter((i) => classes.labels[i] >= 0) : shown;
  const values = [...behind, ...front].map(row);
  const size = shown.length > 5000 ? 6 : shown.length > 1000 ? 14 : 36;
  const opacity = shown.length > 1000 ? 0.75 : 0.9;
  const picked = { condition: { param: "picked", value: opacity }, value: 0.06 };
  const tooltip = [
    { field: "class", title: "class" },
    { field: "point", title: "point" },
    ...(numbers ? [{ field: "color", title: given.colorTitle }] : []),
    ...(marked.size > 0 ? [{ field: "labeled", title: "labeled" }] : []),
    ...(images ? [{ field: "image", title: "image" }] : []),
  ];
  const zoom = { name: "zoom", select: "interval", bind: "scales" } as const;
  const pick = {
    name: "picked",
    select: { type: "point" as const, fields: ["class"] },
    bind: "legend" as const,
  };
  const legend = classLegend(classes, { isNumbered: needNumbers(classes), isPale: isMixed(classes) });
  const byClass = { field: "class", type: "nominal", ...legend } as const;
  const encoding: Encoding<string> = numbers
    ? {
        color: { field: "color", type: "quantitative", legend: { title: given.colorTitle } },
        fillOpacity: { value: opacity },
      }
    : {
        color: { ...byClass, scale: classes.colorScale },
        ...(needShapes(classes) && { shape: { ...byClass, scale: classShapes(classes) } }),
        fillOpacity: picked,
      };
  const panel = panelSize(given, scatterSize(classes.names.length), caller);
  const point: Dot = { type: "point", filled: true, opacity: 1, size, strokeWidth: 0, clip: true };
  const isPale = behind.length > 0 && !numbers;
  const layers: Layer[] = [
    ...(isPale ? [paleLayer(point, picked, tooltip)] : []),
    {
      params: numbers ? [zoom] : [pick, zoom],
      ...(isPale && { transform: [{ filter: `!(${isUnlabeled})` }] }),
      mark: point,
      encoding: { ...encoding, tooltip },
    },
    ...(marked.size > 0 ? [rings(size, numbers ? { value: opacity } : picked)] : []),
    ...(numbers ? [] : namesAtCenters(classes, points, shown, panel)),
  ];
  const position: Omit<Position, "field"> = {
    type: "quantitative",
    scale: { zero: false, nice: false, padding: 8 },
    axis: null,
  };
  const view: Layered = {
    encoding: { x: { field: "x", ...position }, y: { field: "y", ...position } },
    layer: layers,
  };
  const total = shown.length < n ? `${counted(shown.length)} of ${plural(n, "point")}` : plural(n, "point");
  return draw(given, {
    caller,
    title: numbers ? `Embeddings by ${given.colorTitle}` : "Embeddings by class",
    subtitle: marked.size > 0 ? `${total}, ${plural(marked.size, "labeled one")} ringed` : total,
    summary: `scatter of ${plural(n, "point")}${classesText(classes)}`,
    content: { ...panel, data: { values }, ...view },
  });
}

/** As wide as the legend below it, where there are many classes. */
const scatterSize = (classes: number) => {
  const side = classes > 60 ? 600 : 400;
  return { width: side, height: side };
};

/** One finite number per point. */
function readColors(
  values: ArrayLike<number> | undefined,
  n: number,
  caller: string,
): ArrayLike<number> | undefined {
  if (values === undefined) return undefined;
  const numbers = readNumbers(values, `${caller}: colorBy`);
  check(
    numbers.length === n,
    () =>
      `${caller}: colorBy must have one number per point, got ${numbers.length} for ${plural(n, "point")}.`,
  );
  const wrong = Array.from(numbers).findIndex((value) => !Number.isFinite(value));
  check(wrong < 0, () => `${caller}: colorBy must be finite, got ${numbers[wrong]} at ${wrong}.`);
  return numbers;
}

/** The points to draw: a random sample, the same each time, and those that must be there. Every k-th point could be of one class. */
function sample(n: number, most: number, always: readonly number[]): number[] {
  if (n <= most) return evenly(n, n);
  return [...new Set([...random(1).sample(n, most), ...always])].sort((a, b) => a - b);
}

/** The points with a class. */
const known = ({ labels }: Classes) => [...labels.keys()].filter((i) => labels[i] >= 0);

/** " of 10 classes, 900 unlabeled" */
function classesText({ labels, numbers }: Classes): string {
  const unlabeled = labels.filter((label) => label < 0).length;
  const known = numbers.length === 0 ? "" : ` of ${plural(numbers.length, "class", "classes")}`;
  return unlabeled === 0 ? known : `${known}, ${counted(unlabeled)} unlabeled`;
}

const isMixed = ({ names }: Classes) => names.length > 1 && names.includes(UNLABELED);

const isUnlabeled = `datum.class === ${JSON.stringify(UNLABELED)}`;

interface Dot {
  type: "point";
  filled: boolean;
  opacity: number;
  size: number;
  strokeWidth: number;
  clip: boolean;
}

/** Unlabeled points beside labeled ones are small and pale, also where many lie on top of each other. */
function paleLayer(
  point: Dot,
  { condition: { param }, value }: { condition: { param: string }; value: number },
  tooltip: Encoding<string>["tooltip"] & object,
): Layer {
  return {
    transform: [{ filter: isUnlabeled }],
    mark: { ...point, style: "pale", size: Math.max(3, 0.4 * point.size) },
    encoding: { fillOpacity: { condition: { param, value: 1 }, value }, tooltip },
  };
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
