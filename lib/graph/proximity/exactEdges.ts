import { engineCapabilities } from "../../core/engine";
import { check, plural, type YieldToEventLoop } from "../../core";
import { random } from "../../core/values";
import type { KnnGraph } from "../knn/graph";
import type { EdgeProximities } from "./edgeProximities";
import { eliminate } from "./eliminate";
import { invertOnEngine } from "./invertOnEngine";
import { invertPlain } from "./invertPlain";
import { type KilledWalk, propagationWalk } from "./killedWalk";
import { selectedInverse } from "./selectedInverse";
import { fullAccuracy, solveProximity } from "./solveProximity";

/** Above this many points, elimination is only tried with method "exact". */
const pointLimit = 30_000;
/** Maximum size of the dense core: for "auto" (about two minutes), and for "exact" (about 4 GB). */
const coreLimit = { fast: 12_000, plain: 6_000, forced: 30_000 };
/** Error bound for float32. On engines with IEEE 754 rounding the error is far smaller. */
const promisedError = 1e-6;

/**
 * P along the edges by elimination: points of low degree one by one (sparse), the rest as one dense inverse, then
 * back (Takahashi's recurrence), which yields exactly the entries of A⁻¹ on the pattern of the factors, the edges among them.
 * Returns undefined if that is too much work, unless `forced`, and if the engine rounds too coarsely.
 */
export async function exactEdges(
  graph: KnnGraph,
  gamma: number,
  forced: boolean,
  yieldToEventLoop: YieldToEventLoop,
): Promise<EdgeProximities | undefined> {
  const { n, k, neighbors } = graph;
  if (n > pointLimit && !forced) return undefined;
  const fast = engineCapabilities().multipliesFast;
  const elimination = await eliminate(propagationWalk(graph, gamma), fast ? 24 : 8, yieldToEventLoop);
  const size = elimination.core.n;
  if (!forced && size > (fast ? coreLimit.fast : coreLimit.plain)) return undefined;
  check(
    size <= coreLimit.forced,
    () =>
      `propagateAffinities: method "exact" would need a dense inverse of ${size} x ${size} for this graph of ${plural(n, "point")}. Pass method: "iterative", or fewer points.`,
  );
  const coreInverse = await invertCore(elimination.core, yieldToEventLoop);
  const entry = selectedInverse(elimination, coreInverse);
  const forward = new Float64Array(n * k);
  const backward = new Float64Array(n * k);
  for (let e = 0; e < n * k; e++) {
    const i = Math.floor(e / k);
    forward[e] = (1 - gamma) * entry(i, neighbors[e]);
    backward[e] = (1 - gamma) * entry(neighbors[e], i);
  }
  if (coreInverse instanceof Float64Array) {
    return { forward, backward, errorBound: fullAccuracy(gamma), how: `elimination in float64` };
  }
  const found = sampledError(graph, gamma, forward);
  if (!(found <= promisedError)) return undefined;
  return {
    forward,
    backward,
    errorBound: promisedError,
    how: `elimination, float32 core of ${plural(size, "point")}`,
  };
}

/** Compares four columns with their float64 solution, to detect engines that multiply with less than float32 precision. */
function sampledError(graph: KnnGraph, gamma: number, forward: Float64Array): number {
  const { n, k, neighbors } = graph;
  const columns = random(1).sample(n, Math.min(4, n));
  const rightSides = Array.from(columns, (j) => {
    const unit = new Float64Array(n);
    unit[j] = 1 - gamma;
    return unit;
  });
  const { solutions } = solveProximity(graph, gamma, rightSides, { accuracy: promisedError / 10 });
  let worst = 0;
  for (let e = 0; e < neighbors.length; e++) {
    const c = columns.indexOf(neighbors[e]);
    if (c >= 0) worst = Math.max(worst, Math.abs(forward[e] - solutions[c][Math.floor(e / k)]));
  }
  return worst;
}

/** Up to this many points, float64 in plain TypeScript takes less than half a second and is preferred for its precision. */
const plainLimit = 768;

/** A⁻¹ of a walk as a dense matrix, row by row: float64 when small or without a fast engine, else float32 on the engine. */
export async function invertCore(
  walk: KilledWalk,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float32Array | Float64Array> {
  if (walk.n > plainLimit && engineCapabilities().multipliesFast)
    return invertOnEngine(walk, yieldToEventLoop);
  const { n, starts, targets, weights, excess } = walk;
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[i * n + targets[s]] = weights[s];
  }
  return invertPlain(dense, excess.slice(), yieldToEventLoop);
}
