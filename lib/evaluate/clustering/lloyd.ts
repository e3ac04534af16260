import type { Clustering } from "./clustering";
import { fillEmptyClusters, type Reassigner } from "./reassign";

/** Why k-means stopped: no point moved any more, the centers hardly moved, or the iterations were used up. */
export type KMeansStopReason = "converged" | "tolerance" | "max-iterations";

/** One run of Lloyd's iteration, and how it ended. */
export interface LloydRun {
  clustering: Clustering;
  iterations: number;
  stopReason: KMeansStopReason;
}

/**
 * Lloyd's iteration on several clusterings side by side, which keeps the engine busier than one after the other: centers to
 * the means, points to the nearest centers, and again. Each ends with every center at the mean of its cluster and no cluster
 * empty. Yields after every iteration the share that has ended.
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
