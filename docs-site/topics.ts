/** A page of the reference. */
export interface Topic {
  title: string;
  /** The name of its file. */
  id: string;
  /** What happens at this step of the method, as Markdown. */
  story: string;
  /** The public names. The page shows classes and functions first, types last. */
  names: readonly string[];
}

/** The reference in the order of the method. Every public name belongs to exactly one topic; a test says which one is missing. */
export const topics: readonly Topic[] = [
  {
    title: "Engine",
    id: "engine",
    story:
      "What computes. `useEngine` picks the fastest engine that works on this machine. Networks and training need it; graphs, measures and figures work without it.",
    names: words(`
      engineNames engines useEngine Engine EngineName EngineRow
    `),
  },
  {
    title: "Data",
    id: "data",
    story:
      "Images and labels: published datasets, your own pictures and features, and the split that leaves only a few labels.",
    names: words(`
      datasets featureDataset fetchDataset imageFolder imageFolderDefaults imagesFromArray loadDataset loadFeatures selectImages
      extractFeatures semiSupervisedSplit splitDefaults Dataset DatasetName DatasetRow FeatureDataset FeatureDatasetOptions FeatureOptions Features FetchEvent FetchOptions ExtractEvent ExtractOptions
      ImageFolderOptions Images ImagesLike LabeledFeatures LabeledImages LoadOptions SemiSupervisedSplit SplitOptions
    `),
  },
  {
    title: "Network",
    id: "network",
    story:
      "A network maps images or features to embeddings. Use ours, put layers together, or pass a model of TensorFlow.js. Augmentations change the images of a mini-batch at random.",
    names: words(`
      asTheyAre averagePool cifarNetwork convolution dense embed flatten globalAveragePool identity
      googLeNet halfWhiten imageTensor l2Normalize layersNetwork leading linear loadNetwork maxPool mlp mnistNetwork multiScale onnxNetwork
      parallel relu resizeImages responseNormalization rmac rmacRegions saveNetwork sequential subtractColor
      subtractMean tanh tfjsNetwork whiten BuiltLayer FrozenNetworkOptions ConvolutionOptions DenseOptions GoogLeNetOptions
      EmbedOptions ExamplesLike Layer LayeredNetwork LayerLike LayersModelLike LayersNetworkOptions
      MakeNetwork Network NetworkLike NetworkOptions PoolOptions Preprocessing Pullback Region ResponseOptions RmacOptions SequentialOptions
      OnnxEmbedOptions OnnxGraph OnnxNetwork OnnxNetworkOptions OnnxNode OnnxValue Shape Trace augment augmentationList brightness contrast crop erase flip grayscale hue quarterTurns resizedCrop rotate saturation scale shift
      Augmentation Motion
    `),
  },
  {
    title: "Graph",
    id: "graph",
    story: "The nearest neighbors of each embedding.",
    names: words(`
      graphDefaults knnGraph KnnGraph KnnOptions Labels
    `),
  },
  {
    title: "Affinities",
    id: "affinities",
    story: "The few labels spread over the graph: how alike any two points are.",
    names: words(`
      initialAffinities propagateAffinities transitionMatrix Affinities PropagationOptions SquareMatrix
      TwoSidedAffinities
    `),
  },
  {
    title: "Triplets",
    id: "triplets",
    story:
      "Anchors with a positive and a negative, mined from the affinities, and how many of them are right.",
    names: words(`
      affinityMiner allTriplets beliefMiner semiHardMiner batchHardMiner distanceWeightedMiner
      multiSimilarityMiner beliefMinerDefaults graphModes hopsToLabeled mineTriplets miningDefaults
      selectTriplets stationaryDistribution tripletDifferences tripletQuality AffinityChoice
      AffinityMinerOptions BeliefMinerOptions GraphChoice MinedTriplets Miner MinerContext MiningOptions
      NeighborAffinities QualityRow TripletQuality Triplets AllTripletsOptions SemiHardMinerOptions
      DistanceWeightedMinerOptions MultiSimilarityMinerOptions CallableMiner MineAloneOptions Distance
      clusterMiner clusterMinerDefaults everyExample exemplarMiner exemplarMinerDefaults ClusterMinerOptions
      ExemplarMinerOptions
    `),
  },
  {
    title: "Metric L",
    id: "metric",
    story:
      "L is learned on a manifold: the Grassmann manifold in the paper, others for comparison. Solvers, checks of gradients, and distances.",
    names: words(`
      betaRules checkGradient checkHessian checkManifold checkRetraction conjugateGradient
      conjugateGradientDefaults conjugateGradientSteps euclidean geodesicDistance grassmann orthonormalize
      positiveDefinite principalAngles solverDefaults steepestDescent steepestDescentSteps stiefel
      trustRegions trustRegionSteps BetaInputs BetaRule CheckOptions ConjugateGradientOptions
      DescentOptions HistoryRow LineSearchOptions Manifold ManifoldCheckRow Objective Problem SlopeCheck
      SlopeRow SolverEvent SolverOptions SolverResult StopReason TrustRegionOptions TrustRegionRow
    `),
  },
  {
    title: "Loss",
    id: "loss",
    story: "What a mini-batch of triplets costs, for the network and for L.",
    names: words(`
      angularLoss batchAngularLoss angularNPairsLoss circleLoss contrastiveLoss multiSimilarityLoss nPairsLoss
      ntXentLoss proxyAnchorLoss proxyNcaLoss supConLoss normalizedSoftmaxLoss softmaxLoss tripletMarginLoss
      angularTripletLoss metricDefaults metricProblem AngularLossOptions BatchAngularLossOptions
      AngularTripletLossOptions Loss LossBatch LossProblem MetricProblem MetricProblemOptions
      TensorMetricProblem AngularNPairsLossOptions CallableLoss LossAloneOptions CircleLossOptions
      ContrastiveLossOptions MultiSimilarityLossOptions NPairsLossOptions NtXentLossOptions
      ProxyAnchorLossOptions ProxyNcaLossOptions SupConLossOptions NormalizedSoftmaxLossOptions
      SoftmaxLossOptions TripletMarginLossOptions TripletReduction instanceLoss instanceLossDefaults
      syntheticLoss syntheticLossDefaults viewLoss InstanceLossOptions SyntheticLossOptions ViewLossOptions
    `),
  },
  {
    title: "Training",
    id: "training",
    story:
      "The other parts of a method: optimizers, schedules, samplers, how L starts; the events and options of a run.",
    names: words(`
      adam adamDefaults agmlLearningRate classBalancedSampler constant cosine defineMethod euclideanMetric evenSampler
      fullRankMetric grassmannMetric noMetric sgd sgdDefaults startOptimizer step stiefelMetric
      trainingDefaults uniformSampler warmup AdamOptions AgmlEvent BatchOutcome DeepLearner
      DeepLearnerClass DeepModel EpochRow FitOptions LabeledExamples MethodDefinition MetricPart
      MetricPartOptions Optimizer OptimizerState PartOptions RunningOptimizer Sampler SamplerContext
      Schedule ScheduleProgress SgdOptions TrainableParameters TrainingEvent TrainingOptions
      TrainingSettings TrainingStop ValidationMetrics
    `),
  },
  {
    title: "Methods",
    id: "methods",
    story:
      "AGML, AGML2, the competitors and the unsupervised methods: classes with `fit`, `steps`, `transform`, `save` and `load`.",
    names: words(`
      AGML AGML2 agml2Defaults agmlDefaults Angular angularDefaults Triplet tripletDefaults APIT apitDefaults
      APLLR apllrDefaults DeepAPIT DeepAPLLR DeepISDML DeepLRML deepMethods DeepSERAPH ISDML isdmlDefaults
      itml itmlDefaults kissme kissmeDefaults loadModel lpp lppDefaults LRML lrmlDefaults SERAPH
      seraphDefaults suggestLabels Agml2Options DeepCluster Exemplar NCE Rotation Synthetic
      Agml2Settings AgmlOptions AgmlSettings ApitOptions ApllrOptions ClassicalEvent ClassicalFitOptions
      DeepClusterOptions ExemplarOptions NceOptions DeepMethodName EmbeddingMetric IsdmlOptions Itml ItmlOptions KissmeOptions LearnedModel Lpp LppOptions
      LrmlOptions MahalanobisMetric MetricIteration MetricStop PairConstraints SeraphOptions
      SuggestLabelsOptions AngularOptions AngularSettings TripletOptions TripletSettings SyntheticOptions
      UnsupervisedOptions
    `),
  },
  {
    title: "Evaluation",
    id: "evaluation",
    story: "How good embeddings are, as numbers and as rows of results.",
    names: words(`
      evaluateEmbeddings evaluationDefaults kMeans kMeansDefaults mapAtR normalizedMutualInformation
      published recallAtK resultColumns rPrecision summarizeResults Evaluation EvaluationOptions
      EvaluationProgress KMeans KMeansOptions KMeansStopReason Metric PublishedRow ResultRow ResultSummary
      compare CompareOptions Comparison resultFrame
    `),
  },
  {
    title: "Search",
    id: "search",
    story: "Which embeddings are nearest to a query.",
    names: words(`
      loadSearchIndex searchIndex SearchHit SearchIndex SearchIndexOptions
    `),
  },
  {
    title: "Figures",
    id: "figures",
    story:
      "Charts that show themselves in a notebook and save themselves to files; layouts of embeddings in the plane.",
    names: words(`
      affinityHeatmap architectureDiagram clusterConfusion convergenceFigure embeddingScatter
      embeddingSpectrum Figure gradientCheckFigure graphFigure lineFigure methodComparison metricEllipses
      metricPathFigure neighborhoodFigure parallelCoordinates principalAnglesFigure recordPoints
      retrievalGrid sideBySide svgToPdf svgToPng trainingCurves tripletQualityBars vegaLiteToSvg ComparisonOptions ConfusionOptions
      ConvergenceOptions FigureAccess FigureOptions GraphOptions HeatmapOptions LineOptions LineRow
      MetricEllipsesOptions NeighborhoodOptions PaperRow ParallelOptions PathOptions PngOptions QualityOptions
      RetrievalOptions Run ScatterOptions SideBySideOptions SvgOptions ThemeName TrialRow UncheckedSpec
      VegaLiteSpec pca pcaDefaults tsne tsneDefaults tsneSteps umap umapDefaults umapSteps Pca PcaOptions
      Tsne TsneEvent TsneFinishedEvent TsneIterationEvent TsneOptions TsneStepOptions Umap UmapEpochEvent
      UmapEvent UmapFinishedEvent UmapOptions UmapStepOptions
    `),
  },
  {
    title: "Reproduction",
    id: "reproduction",
    story: "The paper's experiments, tables and figures.",
    names: words(`
      htmlReport paperNeighborhood paperSettings paperTsne runExperiment Experiment ExperimentResult
      PaperTsneOptions markdownReport readReport reproductionGrid reproductionReport runGrid CellRecord
      GridEvent Report
    `),
  },
  {
    title: "Values",
    id: "values",
    story: "Matrices, random numbers, errors, and what notebooks show.",
    names: words(`
      UserError tf random FrameLike Matrix MatrixLike Random SeriesLike imageGrid matrixFormula
      memoryReport showTraining ImageGridOptions MatrixFormulaOptions MemoryReport ShownMatrix TrainingLog
    `),
  },
];

/** The names of a text, which are separated by blanks. */
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
