export { cifarNetwork } from "./cifarNetwork";
export { embed, type EmbedOptions } from "./embed";
export type { ExamplesLike } from "./examples";
export { identity, linear, mlp } from "./featureNetworks";
export { imageTensor } from "./imageTensor";
export {
  averagePool,
  convolution,
  dense,
  flatten,
  globalAveragePool,
  l2Normalize,
  maxPool,
  parallel,
  relu,
  tanh,
  type BuiltLayer,
  type ConvolutionOptions,
  type DenseOptions,
  type Layer,
  type LayerLike,
  type PoolOptions,
  type Pullback,
  type Shape,
} from "./layers";
export { layersNetwork, type LayersModelLike, type LayersNetworkOptions } from "./layersNetwork";
export { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
export type { LayeredNetwork, Network, Trace } from "./network";
export { loadNetwork, saveNetwork, type MakeNetwork, type NetworkLike } from "./parameters";
export { asTheyAre, subtractMean, type Preprocessing } from "./preprocessing";
export { sequential, type SequentialOptions } from "./sequential";
export { whiten } from "./whitening";
