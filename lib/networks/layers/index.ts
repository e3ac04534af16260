export { l2Normalize, relu, tanh } from "./activations";
export { buildChain, type Chain } from "./chain";
export { convolution, type ConvolutionOptions } from "./convolution";
export { dense, flatten, type DenseOptions } from "./dense";
export { gaussianParameter, readLayer, zeroParameter } from "./layer";
export type { BuiltLayer, Layer, LayerLike, Pullback, Shape } from "./layer";
export { parallel } from "./parallel";
export { averagePool, globalAveragePool, maxPool, type PoolOptions } from "./pooling";
