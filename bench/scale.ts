import { readFileSync, writeFileSync } from "node:fs";
import { plural } from "../lib/core";
import { random, type Matrix } from "../lib/core/values";
import { useEngine } from "../lib/engine";
import { evaluateEmbeddings, kMeans, normalizedMutualInformation } from "../lib/evaluate";
import { knnGraph, propagateAffinities } from "../lib/graph";
import { mineTriplets } from "../lib/mining";
import { pca } from "../lib/project";
import { fitExponent } from "./growth";

/** What a step took for n points. */
export interface Scaled {
  n: number;
  step: string;
  seconds: number;
  /** Of all threads. */
  processorSeconds: number;
  /** The most memory of the process during the step, input and earlier results included. */
  gigabytes: number;
  /** What came out, in a few words. */
  result: string;
}

const [dimensions, classes, directions, labelsPerClass] = [64, 50, 12, 20];
/** Points that are asked for their neighbors when embeddings are judged. */
const queries = 2000;
/** Propagation to one side takes a search per point. */
const oneSidedUpTo = 200_000;

/** Unit rows around 50 centers, each class spread in 12 directions of its own, with their classes. */
export function clusteredFeatures(n: number): { x: Matrix<Float32Array>; classOf: Int32Array } {
  const draw = random(1);
  const normals = (count: number) => Float32Array.from({ length: count }, () => draw.normal());
  const centers = normals(classes * dimensions);
  const bases = normals(classes * directions * dimensions);
  const data = new Float32Array(n * dimensions);
  const classOf = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const label = (classOf[i] = draw.integer(classes));
    const row = data.subarray(i * dimensions, (i + 1) * dimensions);
    for (let c = 0; c < dimensions; c++) row[c] = centers[label * dimensions + c] + 0.1 * draw.normal();
    for (let s = 0; s < directions; s++) {
      const along = 0.4 * draw.normal();
      const first = (label * directions + s) * dimensions;
      for (let c = 0; c < dimensions; c++) row[c] += along * bases[first + c];
    }
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    for (let c = 0; c < dimensions; c++) row[c] /= length;
  }
  return { x: { data, shape: [n, dimensions] }, classOf };
}

/** Runs every step after the features for n points; yields what each took. */
export async function* measureScale(n: number): AsyncGenerator<Scaled, void, undefined> {
  await useEngine("auto");
  const { x, classOf } = clusteredFeatures(n);
  const labels = someLabels(classOf);

  const built = await timed(() => knnGraph(x, { k: 10, method: "approximate" }));
  const { value: graph } = built;
  yield row(n, "kNN graph, approximate", built, `recall ${graph.recall!.toFixed(4)}`);

  const believed = await timed(() => propagateAffinities(graph, labels, { sides: 2 }));
  const { classes: columns, beliefs } = believed.value;
  let right = 0;
  for (let i = 0; i < n; i++) {
    const own = beliefs.data.subarray(i * columns.length, (i + 1) * columns.length);
    if (columns[own.indexOf(own.reduce((a, b) => Math.max(a, b), 0))] === classOf[i]) right++;
  }
  yield row(n, "affinities, 2 sides", believed, `${((100 * right) / n).toFixed(1)} % of the beliefs right`);

  const mined = await timed(() => mineTriplets(graph, believed.value));
  yield row(n, "triplets", mined, plural(mined.value.count, "triplet"));

  if (n <= oneSidedUpTo) {
    const propagated = await timed(() => propagateAffinities(graph, labels));
    const { method, errorBound } = propagated.value;
    yield row(n, "affinities, 1 side", propagated, `${method}, error ≤ ${errorBound.toExponential(0)}`);
  }

  const judged = await timed(() =>
    evaluateEmbeddings(x, classOf, { metrics: ["recall", "mapAtR"], queries }),
  );
  const { recall, mapAtR } = judged.value;
  yield row(
    n,
    `R@K and MAP@R, ${plural(queries, "query", "queries")}`,
    judged,
    `R@1 ${recall[1].toFixed(3)}, MAP@R ${mapAtR.toFixed(3)}`,
  );

  const clustered = await timed(() =>
    normalizedMutualInformation(kMeans(x, { clusters: classes, restarts: 1 }).assignments, classOf),
  );
  yield row(n, "k-means, 1 restart, and NMI", clustered, `NMI ${clustered.value.toFixed(3)}`);

  const projected = await timed(() => pca(x, { dimensions: 2 }));
  yield row(n, "PCA", projected, String(projected.value));
}

/** The exponent of the growth of each step's processor time, for steps that were measured at several n. */
export function scaleExponents(measured: readonly Scaled[]): { step: string; exponent: number }[] {
  return [...new Set(measured.map(({ step }) => step))].flatMap((step) => {
    const points = measured
      .filter((row) => row.step === step)
      .map(({ n, processorSeconds }) => ({ n, ms: processorSeconds }));
    return points.length < 2 ? [] : [{ step, exponent: fitExponent(points) }];
  });
}

/** The labels of the first points of each class; −1 for all others. */
function someLabels(classOf: Int32Array): Int32Array {
  const left = new Int32Array(classes).fill(labelsPerClass);
  return classOf.map((label) => (left[label]-- > 0 ? label : -1));
}

interface Timed<T> extends Pick<Scaled, "seconds" | "processorSeconds" | "gigabytes"> {
  value: T;
}

async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  forgetPeak();
  const [start, processor] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(processor);
  return {
    value,
    seconds: (performance.now() - start) / 1000,
    processorSeconds: (user + system) / 1e6,
    gigabytes: peakBytes() / 1e9,
  };
}

function row<T>(
  n: number,
  step: string,
  { seconds, processorSeconds, gigabytes }: Timed<T>,
  result: string,
): Scaled {
  return { n, step, seconds, processorSeconds, gigabytes, result };
}

/** Linux forgets the peak of a process that writes 5 here; elsewhere the peak is that since the start. */
function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Not Linux.
  }
}

function peakBytes(): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}
