import { UMAP } from "umap-js";
import {
  about,
  abortSignal,
  finiteNumber,
  functionValue,
  optional,
  readOptions,
  seed,
  wholeNumber,
} from "../core/options";
import { check, eventLoopYielder, lastEvent, plural, printsAs } from "../core";
import { random, readPointsLater, type Matrix, type MatrixLike } from "../core/values";
import { knnGraph, type KnnGraph } from "../graph";
import { checkLayoutSize, layoutNeeds, pcaLayout } from "./initialLayout";

export interface UmapStepOptions {
  /** Neighbors of a point, including itself, in [2, n − 1]. Default 15. */
  neighbors?: number;
  /** How close points may come in the layout, in [0, 1]. Default 0.1. */
  minDistance?: number;
  /** Dimensions of the layout. Default 2. */
  dimensions?: number;
  /** Number of epochs. Default 500 for up to 2,500 points, falling to 200 above 7,500. */
  epochs?: number;
  /** Default 1. */
  seed?: number;
  /** Epochs from one event to the next. Default 10. */
  eventEvery?: number;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface UmapOptions extends UmapStepOptions {
  /** Called with every event. */
  onEvent?: (event: UmapEvent) => void;
}

export interface UmapEpochEvent {
  kind: "epoch";
  /** Epochs done, of `epochs`. */
  epoch: number;
  epochs: number;
  /** A copy of the layout, [n, dimensions]. */
  points: Matrix<Float64Array>;
  elapsedMs: number;
}

export interface UmapFinishedEvent extends Omit<UmapEpochEvent, "kind"> {
  kind: "finished";
}

export type UmapEvent = UmapEpochEvent | UmapFinishedEvent;

/** The layout: a matrix [n, dimensions], ready to plot. */
export interface Umap extends Matrix<Float64Array> {
  /** A one-line summary. */
  toString(): string;
}

export const umapDefaults = Object.freeze({
  neighbors: 15,
  minDistance: 0.1,
  dimensions: 2,
  seed: 1,
  eventEvery: 10,
});

/** Standard deviation of the first coordinate of the start, similar to the random start of umap-js. */
const startScale = 5;

/**
 * UMAP (McInnes, Healy & Melville 2018) of the rows of x, [n, d], by the package umap-js, with our exact nearest neighbors, starting from
 * the first principal components. The same seed gives the same layout.
 *
 * @example
 * const xy = await umap(x, { neighbors: 2, epochs: 20 });
 * xy.shape; // → [6, 2]
 */
export async function umap(x: MatrixLike, options: UmapOptions = {}): Promise<Umap> {
  readOptions("umap", options, umapSchema);
  const { onEvent, ...stepOptions } = options;
  const { points, epochs } = await lastEvent(umapSteps(x, stepOptions), onEvent);
  const [n, dimensions] = points.shape;
  return printsAs(`UMAP: ${plural(n, "point")} in ${dimensions}-D after ${plural(epochs, "epoch")}`, points);
}

/**
 * The same, step by step: an "epoch" event every `eventEvery` epochs and a "finished" event at the end.
 *
 * @example for await (const { kind, points } of umapSteps(x, { neighbors: 2, epochs: 20 })) console.log(kind, points.shape);
 */
export async function* umapSteps(
  x: MatrixLike,
  options: UmapStepOptions = {},
): AsyncGenerator<UmapEvent, void, undefined> {
  const start = performance.now();
  const settings = readOptions("umapSteps", options, umapStepSchema);
  const { neighbors, minDistance, dimensions, seed, eventEvery, epochs } = settings;
  const yieldToEventLoop = eventLoopYielder(settings.signal);
  const data = await readPointsLater(x, "umap: x", layoutNeeds);
  const n = data.shape[0];
  check(
    neighbors <= n - 1,
    () =>
      `umap: neighbors must be in [2, n-1], got neighbors=${neighbors} with n=${n}. Lower neighbors or add points.`,
  );
  checkLayoutSize("umap", n, dimensions);
  const graph = knnGraph(data, { k: neighbors - 1, method: "exact" });
  await yieldToEventLoop();

  const noise = random(seed);
  const model = new UMAP({
    nNeighbors: neighbors,
    minDist: minDistance,
    nComponents: dimensions,
    random: () => noise.uniform(),
    ...(epochs === undefined ? {} : { nEpochs: epochs }),
  });
  const { indices, distances } = withItself(graph);
  model.setPrecomputedKNN(indices, distances);
  // With given neighbors, umap-js only reads the length of x.
  const total = model.initializeFit(indices);
  const layout = model.getEmbedding();
  const initial = pcaLayout(data, { dimensions, seed, scale: startScale });
  layout.forEach((point, i) => {
    for (let axis = 0; axis < dimensions; axis++) point[axis] = initial[i * dimensions + axis];
  });

  const report = (epoch: number): Omit<UmapEpochEvent, "kind"> => ({
    epoch,
    epochs: total,
    points: { data: Float64Array.from(layout.flat()), shape: [n, dimensions] },
    elapsedMs: performance.now() - start,
  });
  for (let epoch = 1; epoch <= total; epoch++) {
    await yieldToEventLoop();
    model.step();
    if (epoch % eventEvery === 0 && epoch < total) yield { kind: "epoch", ...report(epoch) };
  }
  yield { kind: "finished", ...report(total) };
}

/** The options of `umapSteps`. */
export const umapStepSchema = {
  neighbors: about(
    "neighbors of a point, including itself",
    wholeNumber({ min: 2, max: "n-1", default: umapDefaults.neighbors }),
  ),
  minDistance: about(
    "how close points may come in the layout",
    finiteNumber({ min: 0, max: 1, default: umapDefaults.minDistance }),
  ),
  dimensions: about("dimensions of the layout", wholeNumber({ min: 1, default: umapDefaults.dimensions })),
  epochs: about(
    "number of epochs; by default 500 for up to 2,500 points, falling to 200 above 7,500",
    optional(wholeNumber({ min: 1 })),
  ),
  seed: seed(),
  eventEvery: about(
    "epochs from one event to the next",
    wholeNumber({ min: 1, default: umapDefaults.eventEvery }),
  ),
  signal: optional(abortSignal),
};

export const umapSchema = {
  ...umapStepSchema,
  onEvent: about("called with every event", optional(functionValue<(event: UmapEvent) => void>())),
};

/** Rows in the form of umap-js: every point is its own first neighbor, at distance 0. */
function withItself({ n, k, neighbors, distances }: KnnGraph) {
  const rows = (values: Int32Array | Float32Array, first: (i: number) => number) =>
    Array.from({ length: n }, (_, i) => [first(i), ...values.subarray(i * k, (i + 1) * k)]);
  return { indices: rows(neighbors, (i) => i), distances: rows(distances, () => 0) };
}
