import { useEngine } from "../lib/engine";
import { knnGraph, propagateAffinities } from "../lib/graph";
import { mineTriplets } from "../lib/mining";
import { median } from "./case";
import { embeddedDigits } from "./cases/digits";

/** How the time of a step grows with the number of points. */
export interface Growth {
  step: string;
  /** The theoretical growth. */
  theory: string;
  /** Median milliseconds for each n. */
  ms: { n: number; ms: number }[];
  /** The slope of log time over log n. */
  exponent: number;
}

const sizes = [1000, 2000, 4000, 9100];

/** Times the steps on real digits for growing n, on the fastest engine, and fits time ∝ n^exponent. */
export async function measureGrowth(): Promise<Growth[]> {
  await useEngine("auto");
  const steps = {
    knnGraph: { theory: "n² d", ms: [] as Growth["ms"] },
    propagateAffinities: { theory: "≤ n³", ms: [] as Growth["ms"] },
    mineTriplets: { theory: "n k log k", ms: [] as Growth["ms"] },
  };
  for (const n of sizes) {
    const { z, labels } = await embeddedDigits(n);
    const graph = knnGraph(z, { k: 10 });
    const affinities = await propagateAffinities(graph, labels);
    affinities.ofNeighbors();
    steps.knnGraph.ms.push({ n, ms: await medianTime(5, () => knnGraph(z, { k: 10 })) });
    const propagate = async () => (await propagateAffinities(graph, labels)).ofNeighbors();
    steps.propagateAffinities.ms.push({ n, ms: await medianTime(n > 5000 ? 1 : 3, propagate) });
    steps.mineTriplets.ms.push({ n, ms: await medianTime(9, () => mineTriplets(graph, affinities)) });
  }
  return Object.entries(steps).map(([step, { theory, ms }]) => ({
    step,
    theory,
    ms,
    exponent: fitExponent(ms),
  }));
}

/** The least-squares slope of log ms over log n. */
export function fitExponent(points: { n: number; ms: number }[]): number {
  const xs = points.map(({ n }) => Math.log(n));
  const ys = points.map(({ ms }) => Math.log(ms));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const covariance = mean(xs.map((x, i) => (x - meanX) * (ys[i] - meanY)));
  return covariance / mean(xs.map((x) => (x - meanX) ** 2));
}

async function medianTime(repeats: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
