import type { Clustering } from "./clustering";
import { fillEmptyClusters, type Reassigner } from "./reassign";

/** Why k-means stopped: no point moved, the centers hardly moved, or it reached the maximum number of iterations. */
export type KMeansStopReason = "converged" | "tolerance" | "max-iterations";

/** One run of Lloyd's iteration, and how it ended. */
export interface LloydRun {
  clustering: Clustering;
  iterations: number;
  stopReason: KMeansStopReason;
}

/**
 * Lloyd's iteration on several clusterings in parallel, which uses the engine better than one after the other: move centers to
 * the means, points to the nearest centers, and repeat. At the end every center is the mean of its cluster and no cluster
 * is empty. Yields after every iteration the share that has ended.
 */
export function* lloyd(
  clusterings: Clustering[],
  reassigner: Reassigner,
  { maxIterations, minShift }: { maxIterations: number; minShift: number },
): Generator<number, LloydRun[], undefined> {
  const ended = new Map<Clustering, LloydRun>();
  for (let iterations = 1, running = clusterings; running.length > 0; iterations++) {
    const end = (clustering: Clustering, stopReason: KMeansStopReason) =>
      ended.set(clustering, { clustering, iterations, stopReason });
    for (const clustering of running) {
      const shift = clustering.moveCenters();
      if (iterations === maxIterations) end(clustering, "max-iterations");
      else if (shift < minShift) end(clustering, "tolerance");
    }
    running = running.filter((clustering) => !ended.has(clustering));
    if (running.length > 0) {
      const moves = reassigner.reassign(running);
      running.forEach((clustering, at) => {
        if (moves[at] + fillEmptyClusters(clustering) === 0) end(clustering, "converged");
      });
      running = running.filter((clustering) => !ended.has(clustering));
    }
    yield ended.size / clusterings.length;
  }
  return clusterings.map((clustering) => ended.get(clustering)!);
}
