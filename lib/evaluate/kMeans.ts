import { about, finiteNumber, readOptions, seed, wholeNumber } from "../core/options";
import { check, drain, plural, printsAs, type Steps } from "../core";
import { centerRows, random, readPoints, type Matrix, type MatrixLike } from "../core/values";
import { Clustering } from "./clustering/clustering";
import { type KMeansStopReason, lloyd, type LloydRun } from "./clustering/lloyd";
import { reassigner } from "./clustering/reassign";
import { seedCenters } from "./clustering/seedCenters";

export interface KMeansOptions {
  /** Number of clusters, in [1, n]. */
  clusters: number;
  /** Runs from different starts; the one with the lowest inertia is returned. Default 10, as in the paper. */
  restarts?: number;
  /** Maximum iterations per run. Default 300. */
  maxIterations?: number;
  /** A run stops when Σ‖shift‖² of the centers falls below this share of the coordinates' mean variance. Default 1e-4. */
  tolerance?: number;
  /** Default 1. */
  seed?: number;
}

export interface KMeans {
  /** The cluster of each point. No cluster is empty. */
  assignments: Int32Array;
  /** The clusters' means, [clusters, d]. */
  centers: Matrix<Float64Array>;
  /** Σ‖x − c‖² over the points and the centers of their clusters. */
  inertia: number;
  /** The number of this run, from 0; its iterations; and why it stopped. */
  restart: number;
  iterations: number;
  stopReason: KMeansStopReason;
  /** The inertia of every run. */
  inertias: number[];
}

/** The defaults of scikit-learn, with the restarts of the paper's protocol. */
export const kMeansDefaults = Object.freeze({ restarts: 10, maxIterations: 300, tolerance: 1e-4, seed: 1 });

export const kMeansSchema = {
  clusters: about("number of clusters", wholeNumber({ min: 1, max: "n" })),
  restarts: about(
    "runs from different starts; the one with the lowest inertia wins",
    wholeNumber({ min: 1, default: kMeansDefaults.restarts }),
  ),
  maxIterations: about(
    "maximum iterations per run",
    wholeNumber({ min: 1, default: kMeansDefaults.maxIterations }),
  ),
  tolerance: about(
    "a run stops when the centers move by less than this share of the mean variance",
    finiteNumber({ min: 0, default: kMeansDefaults.tolerance }),
  ),
  seed: seed(),
};

/**
 * Clusters the rows of x, [n, d], by k-means: centers from k-means++, Lloyd's iteration, the best of several restarts.
 * The same seed gives the same clusters on the same engine.
 *
 * @example
 * const { assignments, inertia } = kMeans(x, { clusters: 2, seed: 1 });
 * inertia; // → 2.667
 * normalizedMutualInformation(assignments, classes); // → 1
 */
export function kMeans(x: MatrixLike, options: KMeansOptions): KMeans {
  const settings = readOptions("kMeans", options, kMeansSchema);
  return drain(kMeansSteps(readPoints(x, "kMeans: x"), settings, "kMeans"));
}

/** The same, step by step: yields the share of the runs that have ended. `name` is for error texts. */
export function* kMeansSteps(points: Matrix, options: KMeansOptions, name: string): Steps<number, KMeans> {
  const {
    clusters,
    restarts = kMeansDefaults.restarts,
    maxIterations = kMeansDefaults.maxIterations,
    tolerance = kMeansDefaults.tolerance,
    seed = kMeansDefaults.seed,
  } = options;
  const [n, d] = points.shape;
  checkSizes(name, n, clusters, restarts);
  const { centered, mean, squares } = centerRows(points);
  const minShift = (tolerance * squares.reduce((a, b) => a + b, 0)) / (n * d);
  const noise = random(seed);
  const all = Array.from({ length: restarts }, () => new Clustering(centered.data, d, clusters));
  for (const clustering of all) {
    const seeded = seedCenters(clustering, noise);
    check(
      seeded === clusters,
      () =>
        `${name}: clusters must not exceed the number of different points, got clusters=${clusters} for ${plural(seeded, "different point")}. Lower clusters, or check that the embeddings did not collapse.`,
    );
    yield 0;
  }
  const runs = yield* lloydOnEngine(all, { maxIterations, minShift });
  const inertias = runs.map(({ clustering }) => clustering.inertia());
  const inertia = Math.min(...inertias);
  const restart = inertias.indexOf(inertia);
  const { clustering, iterations, stopReason } = runs[restart];
  const centers = clustering.centers.map((value, at) => value + mean[at % d]);
  return printsAs(
    `k-means: ${plural(n, "point")}, ${plural(clusters, "cluster")}, inertia ${inertia.toPrecision(6)} after ${plural(iterations, "iteration")} (${stopReason}), best of ${plural(restarts, "run")}`,
    {
      assignments: clustering.assignments,
      centers: { data: centers, shape: [clusters, d] },
      inertia,
      restart,
      iterations,
      stopReason,
      inertias,
    },
  );
}

/** Lloyd's iteration on all clusterings of the points. Yields the share of runs that have ended. */
function* lloydOnEngine(
  all: Clustering[],
  limits: { maxIterations: number; minShift: number },
): Steps<number, LloydRun[]> {
  const [{ points, d, clusters }] = all;
  const search = reassigner(points, d, clusters, all.length);
  try {
    return yield* lloyd(all, search, limits);
  } finally {
    search.dispose();
  }
}

/** The most assignments that all restarts may hold in memory. */
const MAX_ASSIGNMENTS = 2 ** 28;

/** The checks that depend on the number of points. */
function checkSizes(name: string, n: number, clusters: number, restarts: number): void {
  check(
    clusters <= n,
    () =>
      `${name}: clusters must be in [1, n], got clusters=${clusters} with n=${n}. Lower clusters or add points.`,
  );
  check(
    restarts * n <= MAX_ASSIGNMENTS,
    () =>
      `${name}: restarts must be at most ${Math.floor(MAX_ASSIGNMENTS / n)} for ${plural(n, "point")}, got ${restarts}. Try 10.`,
  );
}
