export { cifarNetwork } from "./cifarNetwork";
export { embed, embedFor, type EmbedOptions } from "./embed";
export {
  readExamples,
  selectExamples,
  examplesTensor,
  gatherExamples,
  type ExamplesLike,
  type Examples,
} from "./examples";
export { identity, linear, mlp } from "./featureNetworks";
export {
  extractFeatures,
  extractorOf,
  extractRows,
  keyOf,
  type ExtractedRows,
  type ExtractEvent,
  type ExtractOptions,
  type Extractor,
  type RowEvent,
} from "./extract";
export { googLeNet, type GoogLeNetOptions } from "./googLeNet";
export { imageTensor } from "./imageTensor";
export {
  averagePool,
  convolution,
  dense,
  flatten,
  globalAveragePool,
  l2Normalize,
  leading,
  maxPool,
  parallel,
  relu,
  responseNormalization,
  rmac,
  rmacRegions,
  subtractColor,
  tanh,
  gaussianParameter,
  zeroParameter,
  type BuiltLayer,
  type ConvolutionOptions,
  type DenseOptions,
  type Layer,
  type LayerLike,
  type PoolOptions,
  type Pullback,
  type Region,
  type ResponseOptions,
  type RmacOptions,
  type Shape,
} from "./layers";
export { layersNetwork, type LayersModelLike, type LayersNetworkOptions } from "./layersNetwork";
export { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
export { multiScale } from "./multiScale";
export { isOnnxName, writeOnnx, writeTo, type OnnxGraph, type OnnxNode, type OnnxValue } from "./onnx";
export type { FrozenNetworkOptions } from "./frozenOptions";
export { tfjsNetwork } from "./tfjsNetwork";
export { onnxNetwork, type OnnxEmbedOptions, type OnnxNetwork, type OnnxNetworkOptions } from "./onnxNetwork";
export { writePreprocessing } from "./preprocessingOnnx";
export {
  checkNetwork,
  traceNetwork,
  checkEmbeddings,
  checkVariables,
  type LayeredNetwork,
  type Network,
  type Trace,
} from "./network";
export {
  loadNetwork,
  saveNetwork,
  arraysOf,
  networkMakerOf,
  assignArrays,
  checkArrays,
  checkNetworkLike,
  networkMaker,
  networkMetadata,
  type MakeNetwork,
  type NetworkLike,
} from "./parameters";
export {
  asTheyAre,
  subtractMean,
  preprocessingFrom,
  checkPreprocessing,
  preprocessImages,
  type Preprocessing,
} from "./preprocessing";
export { packMatrix, unpackMatrix } from "./packedMatrix";
export { resizeImages } from "./resizeImages";
export { sequential, type SequentialOptions } from "./sequential";
export { halfWhiten } from "./halfWhitening";
export { whiten, whiteningSteps } from "./whitening";
