import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as ssdml from "ssdml";

const points = [
  [0, 1],
  [1, 0],
  [2, 2],
  [3, 1],
];

/** Wrong calls as a person makes them, and what they are told. */
const calls: [name: string, call: () => unknown, message: RegExp][] = [
  ["a misspelt option", () => ssdml.knnGraph(points, { K: 2 } as never), /no option "K".*did you mean k\?/],
  [
    "a text for a number",
    () => ssdml.knnGraph(points, { k: "2" } as never),
    /k must be a whole number in \[1, n-1\], got the text "2"\. Write 2 without quotes\./,
  ],
  [
    "a number for options",
    () => ssdml.pca(points, 2 as never),
    /options must be an object such as \{ dimensions \}, got 2\. Write \{ dimensions: 2 \}\.$/,
  ],
  [
    "no options where one is needed",
    () => ssdml.kMeans(points, undefined as never),
    /clusters must be .* got undefined\. Pass \{ clusters: … \}\.$/,
  ],
  [
    "scikit-learn's name of an option",
    () => ssdml.umap(points, { n_neighbors: 2 } as never),
    /did you mean neighbors\?$/,
  ],
  ["PyTorch's", () => new ssdml.AGML({ lr: 0.1 } as never), /did you mean learningRate\?$/],
  ["a misspelt data set", () => ssdml.loadDataset("minst" as never), /Did you mean "mnist"\?$/],
  ["a misspelt engine", () => ssdml.useEngine("wasn" as never), /Did you mean "wasm"\?$/],
  [
    "a misspelt choice",
    () => ssdml.architectureDiagram({ theme: "drak" as never }),
    /got "drak"\. Did you mean "dark"\?$/,
  ],
  [
    "a promise",
    () => ssdml.embeddingScatter(Promise.resolve(points) as never, [0, 1, 0, 1]),
    /got a promise\. Put await before it\.$/,
  ],
  [
    "a result in place of its points",
    () => ssdml.embeddingScatter(ssdml.pca(points) as never, [0, 1, 0, 1]),
    /got an object with points, .* Pass its points\.$/,
  ],
  [
    "one list of numbers for points",
    () => ssdml.kMeans([1, 2, 3] as never, { clusters: 2 }),
    /got 1 as row 0\. Put the numbers of each point into an array of their own/,
  ],
  [
    "a data set in place of its labels",
    () => ssdml.semiSupervisedSplit({ images: [], labels: [0, 1] } as never),
    /Pass its labels\.$/,
  ],
  [
    "clusters in place of their assignments",
    () => ssdml.normalizedMutualInformation(ssdml.kMeans(points, { clusters: 2 }) as never, [0, 1, 0, 1]),
    /Pass its assignments\.$/,
  ],
  [
    "a text for a number in a list",
    () => ssdml.mlp(["32" as never]),
    /sizes\[0\] must be a whole number of at least 1, got the text "32"\. Write 32 without quotes\.$/,
  ],
  [
    "images without labels",
    () => new ssdml.AGML().fit(points, undefined as never),
    /Call fit\(images, labels\)/,
  ],
  [
    "validation as scikit-learn has it",
    () =>
      new ssdml.AGML().fit(points, [0, 1, -1, -1], { validation: { x: points, y: [0, 1, 0, 1] } as never }),
    /validation must be \{ images, labels \}, got an object with x, y\.$/,
  ],
  ["null for options", () => ssdml.knnGraph(points, null as never), /options must be an object/],
  [
    "texts for points",
    () => ssdml.knnGraph([["1"], ["2"]] as never),
    /z\[0\] must hold numbers, got "1" at 0\. Convert texts with Number\.$/,
  ],
  [
    "a mask for positions",
    () => ssdml.embeddingScatter([[0, 1]], [0], { labeled: [true] as never }),
    /labeled must hold numbers, got true at 0\. Give the positions of those that are true\.$/,
  ],
  [
    "a graph in place of triplets",
    () => ssdml.neighborhoodFigure(ssdml.knnGraph(points, { k: 2 }) as never, 0, points),
    /triplets must be triplets of mineTriplets, got an object with n, k/,
  ],
  [
    "affinities that were not awaited",
    () => {
      const graph = ssdml.knnGraph(points, { k: 2 });
      return ssdml.mineTriplets(graph, ssdml.propagateAffinities(graph, [0, 1, -1, -1]) as never);
    },
    /affinities must be .*got a promise\. Put await before it\.$/,
  ],
  ["one K for a list", () => ssdml.recallAtK(points, [0, 0, 1, 1], 1 as never), /got 1\. Write \[1\]\.$/],
  [
    "a folder in place of a data set",
    () => ssdml.loadDataset("./pictures" as never),
    /got "\.\/pictures"\. Pictures of your own are read by imageFolder\.$/,
  ],
  [
    "a folder of pictures for features",
    () => ssdml.loadFeatures("docs"),
    /docs is a folder\. Name a file; pictures/,
  ],
  [
    "a data set in place of its images",
    () => ssdml.imageGrid({ train: { images: [], labels: [] }, test: {} } as never),
    /images must be the images alone, got .* Pass its train\.images\.$/,
  ],
  [
    "features without their shape",
    () => new ssdml.AGML().fit(new Float32Array(8) as never, [0, 1, -1, -1]),
    /got a Float32Array of 8 values\. Features are \{ data, shape: \[n, d\] \}/,
  ],
  [
    "scikit-learn's name of the rounds",
    () => new ssdml.AGML({ max_iter: 5 } as never),
    /did you mean epochs\?$/,
  ],
  ["an array of no real length", () => ssdml.initialAffinities({ length: 1e9 }), /labels must be an array/],
  [
    "affinities in place of the graph",
    async () => {
      const graph = ssdml.knnGraph(points, { k: 2 });
      return ssdml.mineTriplets(
        (await ssdml.propagateAffinities(graph, [0, 1, -1, -1])) as never,
        graph as never,
      );
    },
    /mineTriplets: graph must be a graph of knnGraph, got an object with n, k, gamma/,
  ],
  ["labels of another length", () => ssdml.mapAtR(points, [0, 1]), /got 2 labels for 4 rows/],
  ["images that are none", () => ssdml.subtractMean({ data: "x", shape: "y" } as never), /images must be/],
  ["the same, later", () => ssdml.whiten({ data: "x", shape: "y" } as never), /whiten: images must be/],
  [
    "affinities that are none",
    () => ssdml.affinityHeatmap({ length: 1e9 } as never, [0, 1]),
    /affinities\.n must be a whole number/,
  ],
  ["a data set of no name", () => ssdml.fetchDataset(undefined as never).next(), /name must be one of mnist/],
  [
    "a manifold that is none",
    () => ssdml.conjugateGradient({} as never, {} as never),
    /manifold\.name must be/,
  ],
  ["a matrix that does not fit into memory", () => ssdml.grassmann(1e9, 1e9), /d·l must be at most/],
  ["a file of no name", () => ssdml.architectureDiagram().save(""), /file must be the name of a file/],
];

describe("wrong calls", () => {
  before(async () => {
    await ssdml.useEngine("cpu");
  });

  for (const [name, call, message] of calls) {
    it(`${name}: UserError at once`, async () => {
      await assert.rejects(Promise.resolve().then(call), (error: unknown) => {
        assert.ok(error instanceof ssdml.UserError, String(error));
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it("reject, and never throw, in functions that return a promise or an async generator", async () => {
    const wrong = undefined as never;
    const started: unknown[] = [
      ssdml.evaluateEmbeddings(wrong, wrong, null as never),
      ssdml.propagateAffinities(wrong, wrong, null as never),
      ssdml.tsne(wrong, null as never),
      ssdml.whiten(wrong, null as never),
      ssdml.loadDataset(wrong, null as never),
      ssdml.fetchDataset(wrong, null as never).next(),
      ssdml.tsneSteps(wrong, null as never).next(),
      ssdml.steepestDescentSteps(wrong, wrong, wrong, null as never).next(),
      ssdml.trustRegionSteps(wrong, wrong, wrong, null as never).next(),
      ssdml.runExperiment(wrong).next(),
      ssdml.runGrid(wrong).next(),
      new ssdml.AGML().steps(wrong, wrong, null as never).next(),
      new ssdml.LRML().steps(wrong, wrong, null as never).next(),
    ];
    for (const promise of started) await assert.rejects(promise as Promise<unknown>, ssdml.UserError);
  });

  it("pass the error of the caller's own function through", async () => {
    const own = new Error("mine");
    const problem = {
      cost: () => {
        throw own;
      },
      gradient: () => points,
    };
    await assert.rejects(ssdml.conjugateGradient(ssdml.euclidean(4, 2), problem), own);
  });
});
