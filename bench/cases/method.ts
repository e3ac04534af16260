import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { knnGraph, propagateAffinities } from "../../lib/graph";
import { metricProblem } from "../../lib/losses";
import { conjugateGradient, grassmann } from "../../lib/manifold";
import { mineTriplets, selectTriplets, tripletDifferences } from "../../lib/mining";
import type { BenchCase, Work } from "../case";
import { embeddedDigits } from "./digits";

/** The paper's default partition: 100 labeled and 9,000 unlabeled points. */
const partition = 9100;

const write = (shared: string, name: string, data: NodeJS.ArrayBufferView) =>
  writeFile(path.join(shared, name), data);

export const knn: BenchCase = {
  name: "knn",
  title: "kNN graph, 9,100 × 128, k = 10",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["faiss"],
  bars: [{ subject: "tensorflow", reference: "faiss", factor: 1 }],
  async prepare(shared) {
    const { z } = await embeddedDigits(partition);
    await write(shared, "embeddings.f32", z.data);
    return {
      run() {
        knnGraph(z, { k: 10 });
        return Promise.resolve();
      },
    };
  },
};

export const propagation: BenchCase = {
  name: "propagation",
  title: "affinities of the kNN pairs, n = 9,100, γ = 0.99",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["pytorch"],
  repeats: 3,
  bars: [
    { subject: "tensorflow", reference: "pytorch", factor: 1 },
    { subject: "wasm", reference: 120_000, factor: 1 },
  ],
  async prepare(shared) {
    const { z, labels } = await embeddedDigits(partition);
    const graph = knnGraph(z, { k: 10 });
    await write(shared, "neighbors.i32", graph.neighbors);
    await write(shared, "labels.i32", labels);
    return {
      async run() {
        (await propagateAffinities(graph, labels)).ofNeighbors();
      },
    };
  },
};

export const mining: BenchCase = {
  name: "mining",
  title: "mining 45,500 triplets",
  engines: [],
  peers: [],
  bars: [{ subject: "ssdml", reference: 50, factor: 1 }],
  async prepare() {
    await useEngine("auto");
    const { z, labels } = await embeddedDigits(partition);
    const graph = knnGraph(z, { k: 10 });
    const affinities = await propagateAffinities(graph, labels);
    affinities.ofNeighbors();
    return {
      run() {
        mineTriplets(graph, affinities);
        return Promise.resolve();
      },
    };
  },
};

/** Ten iterations on one mini-batch as in the paper: d = 128, l = 64, 100 triplets from a kNN graph of digits. */
async function miniBatch(shared: string) {
  const { z, labels } = await embeddedDigits(1000);
  const graph = knnGraph(z, { k: 10 });
  const all = mineTriplets(graph, await propagateAffinities(graph, labels));
  const chosen = random(1).sample(all.count, 100);
  const triplets = selectTriplets(all, chosen);
  const { p, q } = tripletDifferences({ data: Float64Array.from(z.data), shape: z.shape }, triplets);
  const manifold = grassmann(128, 64);
  const start = manifold.rand(1);
  await write(shared, "p.f64", Float64Array.from(p.data));
  await write(shared, "q.f64", Float64Array.from(q.data));
  await write(shared, "L.f64", Float64Array.from(start.data));
  return { p, q, start, manifold };
}

export const rcg64: BenchCase = {
  name: "rcg64",
  title: "RCG, 10 iterations, 128 × 64, T = 100, float64",
  engines: [],
  peers: ["numpy"],
  bars: [{ subject: "ssdml", reference: 60, factor: 1 }],
  async prepare(shared): Promise<Work> {
    await useEngine("auto");
    const { p, q, start, manifold } = await miniBatch(shared);
    const problem = metricProblem(p, q);
    return {
      async run() {
        await conjugateGradient(manifold, problem, start, { maxIterations: 10 });
      },
    };
  },
};

export const rcg32: BenchCase = {
  name: "rcg32",
  title: "RCG, 10 iterations, 128 × 64, T = 100, float32 on the engine",
  engines: ["cuda", "tensorflow", "wasm"],
  peers: ["numpy"],
  bars: [{ subject: "tensorflow", reference: "numpy", factor: 1 }],
  async prepare(shared): Promise<Work> {
    const { p, q, start, manifold } = await miniBatch(shared);
    const problem = metricProblem(p, q, { precision: "float32" });
    return {
      async run() {
        const { point } = await conjugateGradient(manifold, problem, start, { maxIterations: 10 });
        tf.dispose(point);
      },
      dispose: () => {
        problem.dispose();
      },
    };
  },
};
