import * as ssdml from "ssdml";
import { matrix, numbers, pick, some } from "./choose";
import type { Recipe } from "../recipes";

/** Graph, triplets, evaluation and layouts. */
export const graphRecipes: Recipe[] = [
  { name: "random", call: ssdml.random, args: () => [3] },
  { name: "random.integer", call: (n: number) => ssdml.random(1).integer(n), args: () => [5] },
  { name: "random.shuffle", call: (items: never) => ssdml.random(1).shuffle(items), args: () => [[1, 2, 3]] },
  {
    name: "random.sample",
    call: (n: number, count: number) => ssdml.random(1).sample(n, count),
    args: () => [9, 4],
  },
  {
    name: "knnGraph",
    call: ssdml.knnGraph,
    args: ({ points }, r) => [matrix(r, points), some(r, { k: 3, method: "approximate", seed: 2 })],
  },
  { name: "initialAffinities", call: ssdml.initialAffinities, args: ({ labels }, r) => [numbers(r, labels)] },
  { name: "transitionMatrix", call: ssdml.transitionMatrix, args: ({ graph }) => [graph] },
  {
    name: "transitionMatrix.at",
    call: (g: never, i: never, j: never) => ssdml.transitionMatrix(g).at(i, j),
    args: ({ graph }) => [graph, 1, 2],
  },
  {
    name: "affinities.at",
    fixed: 1,
    call: (w: ssdml.Affinities, i: number, j: number) => w.at(i, j),
    args: ({ affinities }, r) => [affinities, r.integer(16), 2],
  },
  {
    name: "affinities.row",
    fixed: 1,
    call: (w: ssdml.Affinities, i: number) => w.row(i),
    args: ({ affinities }, r) => [affinities, r.integer(16)],
  },
  {
    name: "propagateAffinities",
    isAsync: true,
    call: ssdml.propagateAffinities,
    args: ({ graph, labels }, r) => [
      graph,
      numbers(r, labels),
      some(r, {
        gamma: 0.9,
        method: pick(r, ["auto", "exact", "iterative"]),
        tolerance: 1e-3,
        minClasses: 1,
        signal: new AbortController().signal,
      }),
    ],
  },
  { name: "graphModes", call: ssdml.graphModes, args: ({ graph }) => [graph] },
  { name: "stationaryDistribution", call: ssdml.stationaryDistribution, args: ({ graph }) => [graph] },
  {
    name: "mineTriplets",
    call: ssdml.mineTriplets,
    args: ({ graph, affinities }, r) => [graph, affinities, some(r, { anchors: pick(r, ["all", "modes"]) })],
  },
  {
    name: "selectTriplets",
    call: ssdml.selectTriplets,
    args: ({ triplets }, r) => [triplets, numbers(r, [0, 3, 1])],
  },
  {
    name: "tripletDifferences",
    call: ssdml.tripletDifferences,
    args: ({ points, triplets }, r) => [matrix(r, points), triplets],
  },
  {
    name: "hopsToLabeled",
    call: ssdml.hopsToLabeled,
    args: ({ graph, labels }, r) => [graph, numbers(r, labels)],
  },
  {
    name: "tripletQuality",
    call: ssdml.tripletQuality,
    args: ({ triplets, classes, graph, labels }, r) => [
      triplets,
      numbers(r, classes),
      pick(r, [undefined, { graph, labels }]),
    ],
  },
  {
    name: "compare",
    isAsync: true,
    call: ssdml.compare,
    args: ({ points, classes }, r) => [
      { first: matrix(r, points), second: matrix(r, points) },
      numbers(r, classes),
      some(r, { metrics: ["nmi", "recall"], recallAt: [1, 2], restarts: 2, seed: 2, dataset: "points" }),
    ],
  },
  {
    name: "evaluateEmbeddings",
    isAsync: true,
    call: ssdml.evaluateEmbeddings,
    args: ({ points, classes }, r) => [
      matrix(r, points),
      numbers(r, classes),
      some(r, {
        metrics: ["nmi", "recall"],
        recallAt: [1, 2],
        clusters: 3,
        queries: 3,
        restarts: 2,
        seed: 2,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }),
    ],
  },
  {
    name: "kMeans",
    call: ssdml.kMeans,
    args: ({ points }, r) => [
      matrix(r, points),
      { clusters: 2, ...some(r, { restarts: 2, maxIterations: 9, tolerance: 0.1, seed: 2 }) },
    ],
  },
  {
    name: "mapAtR",
    call: ssdml.mapAtR,
    args: ({ points, classes }, r) => [matrix(r, points), numbers(r, classes)],
  },
  {
    name: "rPrecision",
    call: ssdml.rPrecision,
    args: ({ points, classes }, r) => [matrix(r, points), numbers(r, classes)],
  },
  {
    name: "recallAtK",
    call: ssdml.recallAtK,
    args: ({ points, classes }, r) => [matrix(r, points), numbers(r, classes), [1, 2]],
  },
  {
    name: "normalizedMutualInformation",
    call: ssdml.normalizedMutualInformation,
    args: ({ classes }, r) => [numbers(r, classes), numbers(r, classes)],
  },
  { name: "pca", call: ssdml.pca, args: ({ points }, r) => [matrix(r, points), some(r, { dimensions: 3 })] },
  ...[ssdml.tsne, ssdml.tsneSteps].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ points, plane }, r) => [
      matrix(r, points),
      {
        perplexity: 3,
        iterations: 8,
        ...some(r, {
          dimensions: 2,
          seed: 3,
          learningRate: 10,
          earlyExaggeration: 4,
          initialization: pick(r, ["pca", "random", plane]),
          eventEvery: 2,
          signal: new AbortController().signal,
          ...(call === ssdml.tsne && { onEvent: () => undefined }),
        }),
      },
    ],
  })),
  ...[ssdml.umap, ssdml.umapSteps].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ points }, r) => [
      matrix(r, points),
      {
        neighbors: 4,
        epochs: 5,
        ...some(r, {
          minDistance: 0.2,
          dimensions: 2,
          seed: 3,
          eventEvery: 2,
          signal: new AbortController().signal,
          ...(call === ssdml.umap && { onEvent: () => undefined }),
        }),
      },
    ],
  })),
];
