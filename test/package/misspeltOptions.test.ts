import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as ssdml from "ssdml";

const labels = [0, 1, 0, 1, -1, -1];
const classes = [0, 1, 0, 1, 0, 1];
const points = [
  [0, 1],
  [1, 0],
  [2, 2],
  [3, 1],
  [4, 4],
  [5, 1],
];
const images: ssdml.Images = { data: new Uint8Array(6 * 28 * 28), shape: [6, 28, 28, 1] };
const manifold = ssdml.grassmann(2, 1);
const problem = { cost: () => 0, gradient: () => [[0], [0]] };

/** One option of each function, and a call that passes nothing but valid arguments and the given options. */
const calls: Record<string, [option: string, call: (options: never) => unknown]> = {
  // datasets
  fetchDataset: ["folder", (options) => ssdml.fetchDataset("mnist", options).next()],
  featureDataset: ["test", (options) => ssdml.featureDataset({ classNames: [] } as never, options)],
  loadFeatures: ["label", (options) => ssdml.loadFeatures("test/fixtures/features/x.npy", options)],
  imageFolder: ["channels", (options) => ssdml.imageFolder("no-such-folder", options)],
  loadDataset: ["folder", (options) => ssdml.loadDataset("mnist", options)],
  semiSupervisedSplit: ["labeledPerClass", (options) => ssdml.semiSupervisedSplit(classes, options)],
  // networks
  cifarNetwork: ["seed", (options) => ssdml.cifarNetwork(options)],
  embed: [
    "batchSize",
    (options) => {
      const network = ssdml.mnistNetwork();
      try {
        return ssdml.embed(network, images, options);
      } finally {
        network.dispose();
      }
    },
  ],
  onnxNetwork: ["output", (options) => ssdml.onnxNetwork("network.onnx", options)],
  tfjsNetwork: ["output", (options) => ssdml.tfjsNetwork("model.json", options)],
  searchIndex: ["names", (options) => ssdml.searchIndex(points, options)],
  mnistNetwork: ["seed", (options) => ssdml.mnistNetwork(options)],
  whiten: ["signal", (options) => ssdml.whiten(images, options)],
  // graph, mining
  knnGraph: ["k", (options) => ssdml.knnGraph(points, options)],
  mineTriplets: [
    "anchors",
    async (options) => {
      const graph = ssdml.knnGraph(points, { k: 2 });
      return ssdml.mineTriplets(graph, await ssdml.propagateAffinities(graph, labels), options);
    },
  ],
  propagateAffinities: [
    "gamma",
    (options) => ssdml.propagateAffinities(ssdml.knnGraph(points, { k: 2 }), labels, options),
  ],
  // manifold, losses
  angularTripletLoss: [
    "alpha",
    (options) =>
      ssdml.tf.tidy(() => {
        const z = ssdml.tf.tensor2d(points);
        return ssdml.angularTripletLoss(z, z, z, ssdml.tf.eye(2), options);
      }),
  ],
  checkGradient: ["seed", (options) => ssdml.checkGradient(manifold, problem, undefined, options)],
  checkHessian: ["seed", (options) => ssdml.checkHessian(manifold, problem, undefined, options)],
  checkManifold: ["seed", (options) => ssdml.checkManifold(manifold, options)],
  checkRetraction: ["seed", (options) => ssdml.checkRetraction(manifold, undefined, options)],
  conjugateGradient: [
    "maxIterations",
    (options) => ssdml.conjugateGradient(manifold, problem, undefined, options),
  ],
  conjugateGradientSteps: [
    "maxIterations",
    (options) => ssdml.conjugateGradientSteps(manifold, problem, undefined, options).next(),
  ],
  metricProblem: ["alpha", (options) => ssdml.metricProblem(points, points, options)],
  steepestDescent: [
    "maxIterations",
    (options) => ssdml.steepestDescent(manifold, problem, undefined, options),
  ],
  steepestDescentSteps: [
    "maxIterations",
    (options) => ssdml.steepestDescentSteps(manifold, problem, undefined, options).next(),
  ],
  trustRegions: ["maxIterations", (options) => ssdml.trustRegions(manifold, problem, undefined, options)],
  trustRegionSteps: [
    "maxIterations",
    (options) => ssdml.trustRegionSteps(manifold, problem, undefined, options).next(),
  ],
  // evaluate, project
  compare: ["recallAt", (options) => ssdml.compare({ points }, classes, options)],
  evaluateEmbeddings: ["metrics", (options) => ssdml.evaluateEmbeddings(points, classes, options)],
  kMeans: ["clusters", (options) => ssdml.kMeans(points, options)],
  pca: ["dimensions", (options) => ssdml.pca(points, options)],
  tsne: ["perplexity", (options) => ssdml.tsne(points, options)],
  tsneSteps: ["perplexity", (options) => ssdml.tsneSteps(points, options).next()],
  umap: ["neighbors", (options) => ssdml.umap(points, options)],
  umapSteps: ["neighbors", (options) => ssdml.umapSteps(points, options).next()],
  // train, methods
  sgd: ["learningRate", (options) => ssdml.sgd(options)],
  adam: ["learningRate", (options) => ssdml.adam(options)],
  cosine: ["to", (options) => ssdml.cosine(options)],
  step: ["factor", (options) => ssdml.step(options)],
  grassmannMetric: ["dimension", (options) => ssdml.grassmannMetric(options)],
  stiefelMetric: ["dimension", (options) => ssdml.stiefelMetric(options)],
  euclideanMetric: ["dimension", (options) => ssdml.euclideanMetric(options)],
  fullRankMetric: ["iterations", (options) => ssdml.fullRankMetric(options)],
  defineMethod: ["miner", (options) => ssdml.defineMethod({ name: "Mine", ...(options as object) })],
  // networks, miners, losses as parts
  sequential: ["input", (options) => ssdml.sequential([], options)],
  linear: ["input", (options) => ssdml.linear(3, options)],
  mlp: ["input", (options) => ssdml.mlp([3], options)],
  identity: ["input", (options) => ssdml.identity(options)],
  convolution: ["stride", (options) => ssdml.convolution(2, 3, options)],
  dense: ["deviation", (options) => ssdml.dense(2, options)],
  maxPool: ["stride", (options) => ssdml.maxPool(2, options)],
  responseNormalization: ["alpha", (options) => ssdml.responseNormalization(options)],
  rmac: ["levels", (options) => ssdml.rmac(options)],
  googLeNet: ["weights", (options) => ssdml.googLeNet(options)],
  extractFeatures: [
    "signal",
    async (options) => {
      const network = ssdml.linear(2, { input: [2], seed: 1 });
      try {
        await ssdml.extractFeatures("nowhere", network, options).next();
      } finally {
        network.dispose();
      }
    },
  ],
  averagePool: ["stride", (options) => ssdml.averagePool(2, options)],
  layersNetwork: [
    "normalize",
    (options) => {
      const none = () => undefined as never;
      return ssdml.layersNetwork({ apply: none, getConfig: none, getWeights: none } as never, options);
    },
  ],
  affinityMiner: ["gamma", (options) => ssdml.affinityMiner(options)],
  beliefMiner: ["leaveOut", (options) => ssdml.beliefMiner(options)],
  exemplarMiner: ["exemplars", (options) => ssdml.exemplarMiner(options)],
  clusterMiner: ["clusters", (options) => ssdml.clusterMiner(options)],
  syntheticLoss: ["regularization", (options) => ssdml.syntheticLoss(options)],
  instanceLoss: ["temperature", (options) => ssdml.instanceLoss(options)],
  viewLoss: ["views", (options) => ssdml.viewLoss(options)],
  Exemplar: ["exemplars", (options) => new ssdml.Exemplar(options)],
  NCE: ["temperature", (options) => new ssdml.NCE(options)],
  Rotation: ["epochs", (options) => new ssdml.Rotation(options)],
  DeepCluster: ["clusters", (options) => new ssdml.DeepCluster(options)],
  Synthetic: ["alpha", (options) => new ssdml.Synthetic(options)],
  batchAngularLoss: ["scale", (options) => ssdml.batchAngularLoss(options)],
  circleLoss: ["margin", (options) => ssdml.circleLoss(options)],
  contrastiveLoss: ["squared", (options) => ssdml.contrastiveLoss(options)],
  multiSimilarityLoss: ["epsilon", (options) => ssdml.multiSimilarityLoss(options)],
  nPairsLoss: ["scale", (options) => ssdml.nPairsLoss(options)],
  ntXentLoss: ["temperature", (options) => ssdml.ntXentLoss(options)],
  proxyAnchorLoss: ["alpha", (options) => ssdml.proxyAnchorLoss(options)],
  proxyNcaLoss: ["learnedRate", (options) => ssdml.proxyNcaLoss(options)],
  supConLoss: ["temperature", (options) => ssdml.supConLoss(options)],
  distanceWeightedMiner: ["cutoff", (options) => ssdml.distanceWeightedMiner(options)],
  multiSimilarityMiner: ["epsilon", (options) => ssdml.multiSimilarityMiner(options)],
  allTriplets: ["perAnchor", (options) => ssdml.allTriplets(options)],
  semiHardMiner: ["margin", (options) => ssdml.semiHardMiner(options)],
  angularNPairsLoss: ["alpha", (options) => ssdml.angularNPairsLoss(options)],
  tripletMarginLoss: ["margin", (options) => ssdml.tripletMarginLoss(options)],
  softmaxLoss: ["learnedRate", (options) => ssdml.softmaxLoss(options)],
  normalizedSoftmaxLoss: ["temperature", (options) => ssdml.normalizedSoftmaxLoss(options)],
  suggestLabels: [
    "count",
    (options) => ssdml.suggestLabels({ transform: () => ssdml.tf.ones([1, 1]) }, points, options),
  ],
  angularLoss: ["alpha", (options) => ssdml.angularLoss(options)],
  itml: ["slack", (options) => ssdml.itml(points, labels, options)],
  kissme: ["ridge", (options) => ssdml.kissme(points, labels, options)],
  lpp: ["weights", (options) => ssdml.lpp(points, options)],
  AGML2: ["leaveOut", (options) => new ssdml.AGML2(options)],
  Triplet: ["margin", (options) => new ssdml.Triplet(options)],
  Angular: ["alpha", (options) => new ssdml.Angular(options)],
  AGML: ["epochs", (options) => new ssdml.AGML(options)],
  "AGML.fit": ["signal", (options) => new ssdml.AGML().fit(images, labels, options)],
  "AGML.steps": ["signal", (options) => new ssdml.AGML().steps(images, labels, options).next()],
  APIT: ["seed", (options) => new ssdml.APIT(options)],
  APLLR: ["seed", (options) => new ssdml.APLLR(options)],
  DeepAPIT: ["epochs", (options) => new ssdml.DeepAPIT(options)],
  DeepAPLLR: ["epochs", (options) => new ssdml.DeepAPLLR(options)],
  DeepISDML: ["epochs", (options) => new ssdml.DeepISDML(options)],
  DeepLRML: ["epochs", (options) => new ssdml.DeepLRML(options)],
  DeepSERAPH: ["epochs", (options) => new ssdml.DeepSERAPH(options)],
  ISDML: ["seed", (options) => new ssdml.ISDML(options)],
  LRML: ["seed", (options) => new ssdml.LRML(options)],
  "LRML.fit": ["signal", (options) => new ssdml.LRML().fit(points, labels, options)],
  "LRML.steps": ["signal", (options) => new ssdml.LRML().steps(points, labels, options).next()],
  SERAPH: ["seed", (options) => new ssdml.SERAPH(options)],
  // figures
  affinityHeatmap: [
    "maxPoints",
    (options) => ssdml.affinityHeatmap(ssdml.initialAffinities(labels), labels, options),
  ],
  architectureDiagram: ["title", (options) => ssdml.architectureDiagram(options)],
  clusterConfusion: ["classNames", (options) => ssdml.clusterConfusion(classes, classes, options)],
  convergenceFigure: ["title", (options) => ssdml.convergenceFigure([], options)],
  embeddingScatter: ["maxImages", (options) => ssdml.embeddingScatter(points, labels, options)],
  embeddingSpectrum: ["title", (options) => ssdml.embeddingSpectrum(points, options)],
  parallelCoordinates: [
    "log",
    (options) => ssdml.parallelCoordinates([{ parameters: { k: 1 }, value: 1 }], options),
  ],
  "Figure.save": ["scale", (options) => ssdml.architectureDiagram().save("figure.svg", options)],
  "Figure.toPng": ["scale", (options) => ssdml.architectureDiagram().toPng(options)],
  gradientCheckFigure: [
    "title",
    (options) => ssdml.gradientCheckFigure(ssdml.checkRetraction(ssdml.grassmann(3, 1)), options),
  ],
  graphFigure: [
    "classNames",
    (options) => ssdml.graphFigure(ssdml.knnGraph(points, { k: 2 }), points, options),
  ],
  lineFigure: ["title", (options) => ssdml.lineFigure([{ x: 1, y: 2 }], options)],
  methodComparison: ["metrics", (options) => ssdml.methodComparison([], options)],
  metricEllipses: ["classNames", (options) => ssdml.metricEllipses(points, labels, {}, options)],
  metricPathFigure: ["title", (options) => ssdml.metricPathFigure([[[1], [0]]], options)],
  neighborhoodFigure: [
    "classNames",
    async (options) => {
      const graph = ssdml.knnGraph(points, { k: 2 });
      const triplets = ssdml.mineTriplets(graph, await ssdml.propagateAffinities(graph, labels));
      return ssdml.neighborhoodFigure(triplets, triplets.anchors[0], points, options);
    },
  ],
  principalAnglesFigure: ["title", (options) => ssdml.principalAnglesFigure([[1], [0]], [], options)],
  retrievalGrid: ["neighbors", (options) => ssdml.retrievalGrid(points, classes, images, options)],
  sideBySide: ["title", (options) => ssdml.sideBySide({}, options)],
  svgToPng: ["scale", (options) => ssdml.svgToPng("<svg/>", options)],
  trainingCurves: ["title", (options) => ssdml.trainingCurves([], options)],
  tripletQualityBars: ["title", (options) => ssdml.tripletQualityBars({} as never, options)],
  vegaLiteToSvg: ["folder", (options) => ssdml.vegaLiteToSvg({} as never, options)],
  // reproduce, display
  imageGrid: ["columns", (options) => ssdml.imageGrid(images, options)],
  matrixFormula: ["digits", (options) => ssdml.matrixFormula("A", points, options)],
  paperTsne: [
    "runs",
    (options) => {
      const part = { images, labels: Int32Array.from(classes) };
      const names = { name: "digits", classNames: ["even", "odd"], source: "here" };
      return ssdml.paperTsne({ ...names, train: part, test: part, imageShape: [28, 28, 1] }, options);
    },
  ],
  reproductionGrid: ["seeds", (options) => ssdml.reproductionGrid("table1", options)],
  runExperiment: ["dataset", (options) => ssdml.runExperiment(options).next()],
  runGrid: ["folder", (options) => ssdml.runGrid(options).next()],
};

/** perplexity → prplexity; k → K. */
const misspelt = (option: string) => (option.length > 3 ? option[0] + option.slice(2) : option.toUpperCase());

/** Whether a function has a parameter called options, as its compiled source states it. Classes do not count. */
const takesOptions = (value: unknown) =>
  typeof value === "function" && /^(?!class)[^(]*\([^)]*\boptions\b/.test(value.toString());

describe("a misspelt option is rejected, with the nearest name", () => {
  before(async () => {
    await ssdml.useEngine("cpu");
  });

  it("in every exported function that takes options: each is in the table", () => {
    const takers = Object.entries(ssdml)
      .filter(([, value]) => takesOptions(value))
      .map(([name]) => name);
    assert.ok(takers.length > 40);
    assert.deepEqual(
      takers.filter((name) => !Object.hasOwn(calls, name)),
      [],
      "exported functions that this table lacks",
    );
  });

  for (const [name, [option, call]] of Object.entries(calls)) {
    it(name, async () => {
      const wrong = misspelt(option);
      const tensors = ssdml.tf.memory().numTensors;
      await assert.rejects(
        Promise.resolve().then(() => call({ [wrong]: 1 } as never)),
        (error: unknown) => {
          assert.ok(error instanceof ssdml.UserError, String(error));
          assert.match(error.message, new RegExp(`no option "${wrong}".* did you mean ${option}\\?$`));
          return true;
        },
      );
      assert.equal(ssdml.tf.memory().numTensors - tensors, 0, "leaked tensors");
    });
  }
});
