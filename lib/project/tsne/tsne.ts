import { lastEvent } from "../../core/drain";
import { UserError } from "../../core/errors";
import type { Matrix, MatrixLike } from "../../core/values/matrix";
import { knnGraph } from "../../graph/knn/knnGraph";
import { printsAs } from "../../graph/squareMatrix";
import { eventLoopYielder } from "../../core/yieldToEventLoop";
import { layoutNeeds } from "../initialLayout";
import { readPointsLater } from "../../core/values/points";
import { conditionalProbabilities } from "./conditionalProbabilities";
import { divergence } from "./divergence";
import { exactForces } from "./exactForces";
import { initialPoints } from "./initialPoints";
import { jointProbabilities } from "./jointProbabilities";
import { momentumDescent } from "./momentumDescent";
import { planeForces } from "./planeForces";
import {
  readTsneOptions,
  settleTsneOptions,
  type TsneEvent,
  type TsneIterationEvent,
  type TsneOptions,
  type TsneStepOptions,
} from "./tsneOptions";

/** The layout: a matrix [n, dimensions], ready to plot, that knows how good it is. */
export interface Tsne extends Matrix<Float64Array> {
  /** KL(P‖Q) in nats: what t-SNE makes small. */
  readonly divergence: number;
  /** One line that says what it is. */
  toString(): string;
}

/** Up to so many points all pairs are summed before a mesh would be set up. */
const exactUpTo = 500;

/**
 * t-SNE (van der Maaten & Hinton 2008): a layout of the rows of x, [n, d], that makes KL(P‖Q) small, where P are the
 * similarities of the 3·perplexity exact nearest neighbours and Q those of the layout. Time O(n log n) an iteration in the
 * plane; the same seed gives the same layout.
 *
 * @example const xy = await tsne(embeddings, { perplexity: 30 }); // { data, shape: [n, 2], divergence }
 */
export async function tsne(x: MatrixLike, options: TsneOptions = {}): Promise<Tsne> {
  const { onEvent } = readTsneOptions(options);
  const { points, divergence, iteration } = await lastEvent(tsneSteps(x, options), onEvent);
  const [n, dimensions] = points.shape;
  const summary = `t-SNE: ${n} points in ${dimensions}-D, divergence ${divergence.toFixed(3)} after ${iteration} iterations`;
  return printsAs(summary, { ...points, divergence });
}

/**
 * The same, step by step: an "iteration" event every `eventEvery` iterations and a "finished" event at the end.
 *
 * @example for await (const { iteration, divergence, points } of tsneSteps(embeddings)) draw(points);
 */
export async function* tsneSteps(
  x: MatrixLike,
  options: TsneStepOptions = {},
): AsyncGenerator<TsneEvent, void, undefined> {
  const start = performance.now();
  const given = readTsneOptions(options);
  const yieldToEventLoop = eventLoopYielder(given.signal);
  const data = await readPointsLater(x, "tsne: x", layoutNeeds);
  const n = data.shape[0];
  const settings = settleTsneOptions(given, n);
  const { perplexity, dimensions, iterations, learningRate, earlyExaggeration } = settings;
  const points = await initialPoints(data, settings.initialization, settings);
  await yieldToEventLoop();
  const graph = knnGraph(data, { k: Math.floor(3 * perplexity) });
  await yieldToEventLoop();
  const p = jointProbabilities(graph, await conditionalProbabilities(graph, perplexity, yieldToEventLoop));
  const forces = dimensions === 2 && n > exactUpTo ? planeForces(p) : exactForces(p, dimensions);

  const gradient = new Float64Array(points.length);
  const early = Math.min(250, iterations >> 2);
  let descend = momentumDescent(points.length, learningRate, 0.5);
  const report = (iteration: number): Omit<TsneIterationEvent, "kind"> => ({
    iteration,
    iterations,
    divergence: divergence(p, points, forces.repel(points, gradient)),
    points: { data: points.slice(), shape: [n, dimensions] },
    elapsedMs: performance.now() - start,
  });
  for (let iteration = 1; iteration <= iterations; iteration++) {
    await yieldToEventLoop();
    const z = forces.repel(points, gradient);
    if (!Number.isFinite(z)) {
      throw new UserError(
        `tsne: the layout overflowed after ${iteration - 1} iterations with learningRate=${learningRate}. Lower learningRate, or leave it "auto".`,
      );
    }
    for (let c = 0; c < gradient.length; c++) gradient[c] *= -4 / z;
    forces.attract(points, 4 * (iteration <= early ? earlyExaggeration : 1), gradient);
    descend(points, gradient);
    center(points, dimensions);
    if (iteration === early) descend = momentumDescent(points.length, learningRate, 0.8);
    if (iteration % settings.eventEvery === 0 && iteration < iterations) {
      yield { kind: "iteration", ...report(iteration) };
    }
  }
  yield { kind: "finished", ...report(iterations) };
}

/** Moves the mean of the points to the origin. */
function center(points: Float64Array, dimensions: number): void {
  const n = points.length / dimensions;
  for (let axis = 0; axis < dimensions; axis++) {
    let sum = 0;
    for (let c = axis; c < points.length; c += dimensions) sum += points[c];
    for (let c = axis; c < points.length; c += dimensions) points[c] -= sum / n;
  }
}
