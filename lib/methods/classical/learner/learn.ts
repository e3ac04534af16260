import { eventLoopYielder, mapStepsAsync, plural } from "../../../core";
import { classesOf } from "../../../core/values";
import type { Matrix64 } from "../../../algebra";
import { kind } from "../pairs/pairs";
import type { ClassicalEvent, MetricIteration, MetricMethod, MetricStop, Prepared } from "./method";

/** Learns a metric with a method, as a stream of events. `keep` receives every intermediate metric; the last one is the result. */
export async function* learn<Settings, Own extends Prepared>(
  method: MetricMethod<Settings, Own>,
  settings: Settings,
  x: Matrix64,
  labels: Int32Array,
  signal: AbortSignal | undefined,
  keep: (matrix: Matrix64) => void,
): AsyncGenerator<ClassicalEvent, void> {
  const began = performance.now();
  const [points, dimension] = x.shape;
  const history: MetricIteration[] = [];
  let stopReason: MetricStop = "aborted";
  yield {
    kind: "started",
    method: method.name,
    points,
    dimension,
    labeled: labels.filter((label) => label >= 0).length,
    classes: classesOf(labels).length,
  };
  try {
    const pause = abortablePause(signal);
    const preparation = method.prepare(x, labels, settings, signal);
    const prepared = yield* mapStepsAsync(preparation, (event) => event, pause);
    yield { kind: "prepared", ...countKinds(prepared), elapsedMs: performance.now() - began };
    const updates = method.updateMetric(x, prepared, settings);
    const { matrix, stopReason: reason } = yield* mapStepsAsync(
      updates,
      ({ matrix, ...row }) => {
        keep(matrix);
        history.push(row);
        return { kind: "iteration" as const, ...row };
      },
      pause,
    );
    keep(matrix);
    stopReason = reason;
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  const iterations = history.length;
  yield {
    kind: "finished",
    stopReason,
    explanation: explain(stopReason, iterations),
    iterations,
    objective: history.at(-1)?.objective ?? NaN,
    history,
    elapsedMs: performance.now() - began,
  };
}

/** Notices an abort after every event, and yields to the event loop now and then. */
function abortablePause(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  const yieldToEventLoop = eventLoopYielder(signal);
  return () => {
    signal?.throwIfAborted();
    return yieldToEventLoop();
  };
}

function countKinds({ pairs: { kinds } }: Prepared) {
  const count = (wanted: number) => kinds.reduce((sum, value) => sum + (value === wanted ? 1 : 0), 0);
  return {
    similar: count(kind.similar),
    dissimilar: count(kind.dissimilar),
    others: count(kind.unknown),
  };
}

function explain(stop: MetricStop, iterations: number): string {
  switch (stop) {
    case "solved":
      return "The metric is a closed form.";
    case "converged":
      return `Converged after ${plural(iterations, "iteration")}.`;
    case "max-iterations":
      return `Stopped after ${plural(iterations, "iteration")}, before convergence. Raise maxIterations to go on.`;
    case "aborted":
      return iterations > 0
        ? `Stopped on request after ${plural(iterations, "iteration")}; the metric learned until then is kept.`
        : "Stopped on request before a metric was learned: it is still the Euclidean one.";
  }
}
