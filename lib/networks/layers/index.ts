export { l2Normalize, relu } from "./activations";
export { convolution, type ConvolutionOptions } from "./convolution";
export { gaussianParameter, zeroParameter, type Layer, type Pullback } from "./layer";
export { averagePool, maxPool } from "./pooling";
