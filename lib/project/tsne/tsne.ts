import { check, eventLoopYielder, lastEvent, plural, printsAs, UserError } from "../../core";
import { readOptions } from "../../core/options";
import { readPointsLater, type Matrix, type MatrixLike } from "../../core/values";
import { knnGraph } from "../../graph";
import { layoutNeeds, pcaLayout, randomLayout } from "../initialLayout";
import { conditionalProbabilities } from "./conditionalProbabilities";
import { exactForces, planeForces } from "./forces";
import { divergence, jointProbabilities } from "./jointProbabilities";
import {
  settleTsneOptions,
  tsneSchema,
  tsneStepSchema,
  type TsneEvent,
  type TsneIterationEvent,
  type TsneOptions,
  type TsneStepOptions,
} from "./tsneOptions";

/** The layout: a matrix [n, dimensions], ready to plot, with its divergence. */
export interface Tsne extends Matrix<Float64Array> {
  /** KL(P‖Q) in nats, which t-SNE minimizes. */
  readonly divergence: number;
  /** A one-line summary. */
  toString(): string;
}

/** Up to this many points, summing all pairs is faster than a mesh. */
const exactUpTo = 500;

/**
 * t-SNE (van der Maaten & Hinton 2008): a layout of the rows of x, [n, d], that minimizes KL(P‖Q), where P are the
 * similarities of the 3·perplexity exact nearest neighbors and Q those of the layout. Takes O(n log n) per iteration in the
 * plane. The same seed gives the same layout.
 *
 * @example
 * const xy = await tsne(x, { perplexity: 1, iterations: 100 });
 * xy.shape; // → [6, 2]
 */
export async function tsne(x: MatrixLike, options: TsneOptions = {}): Promise<Tsne> {
  readOptions("tsne", options, tsneSchema);
  const { onEvent, ...stepOptions } = options;
  const { points, divergence, iteration } = await lastEvent(tsneSteps(x, stepOptions), onEvent);
  const [n, dimensions] = points.shape;
  const summary = `t-SNE: ${plural(n, "point")} in ${dimensions}-D, divergence ${divergence.toFixed(3)} after ${plural(iteration, "iteration")}`;
  return printsAs(summary, { ...points, divergence });
}

/**
 * The same, step by step: an "iteration" event every `eventEvery` iterations and a "finished" event at the end.
 *
 * @example for await (const { kind, iteration } of tsneSteps(x, { perplexity: 1, iterations: 100 })) console.log(kind, iteration);
 */
export async function* tsneSteps(
  x: MatrixLike,
  options: TsneStepOptions = {},
): AsyncGenerator<TsneEvent, void, undefined> {
  const start = performance.now();
  const given = readOptions("tsneSteps", options, tsneStepSchema);
  const yieldToEventLoop = eventLoopYielder(given.signal);
  const data = await readPointsLater(x, "tsne: x", layoutNeeds);
  const n = data.shape[0];
  const settings = settleTsneOptions(given, n);
  const { perplexity, dimensions, iterations, learningRate, earlyExaggeration } = settings;
  const points = await initialPoints(data, settings.initialization, settings);
  await yieldToEventLoop();
  const graph = knnGraph(data, { k: Math.floor(3 * perplexity), method: "exact" });
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
        `tsne: the layout overflowed after ${plural(iteration - 1, "iteration")} with learningRate=${learningRate}. Lower learningRate, or leave it "auto".`,
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

/** Small enough for all pairs to start in the flat middle of the kernel. */
const startScale = 1e-4;

/** The layout that the descent starts from, in a new array. */
async function initialPoints(
  x: Matrix,
  start: "pca" | "random" | MatrixLike,
  { dimensions, seed }: { dimensions: number; seed: number },
): Promise<Float64Array> {
  const n = x.shape[0];
  if (start === "pca") return pcaLayout(x, { dimensions, seed, scale: startScale });
  if (start === "random") return randomLayout(n, { dimensions, seed, scale: startScale });
  const { data, shape } = await readPointsLater(start, "tsne: initialization", layoutNeeds);
  check(
    shape[0] === n && shape[1] === dimensions,
    () =>
      `tsne: initialization must have shape [${n}, ${dimensions}], got [${String(shape)}]. Pass one row per point.`,
  );
  return Float64Array.from(data);
}

/** Jacobs' (1988) rule: a coordinate's step size grows while its direction persists and shrinks when it turns. */
const gainRule = Object.freeze({ increase: 0.2, decrease: 0.8, least: 0.01 });

/** Gradient descent with momentum and a gain per coordinate, as in van der Maaten & Hinton (2008, §3.4). */
function momentumDescent(size: number, learningRate: number, momentum: number) {
  const velocity = new Float64Array(size);
  const gains = new Float64Array(size).fill(1);
  return (points: Float64Array, gradient: Float64Array): void => {
    for (let c = 0; c < size; c++) {
      const persists = gradient[c] * velocity[c] < 0;
      gains[c] = Math.max(
        gainRule.least,
        persists ? gains[c] + gainRule.increase : gains[c] * gainRule.decrease,
      );
      velocity[c] = momentum * velocity[c] - learningRate * gains[c] * gradient[c];
      points[c] += velocity[c];
    }
  };
}
