import { convolutionFilterGradient, convolutionInputGradient } from "./convolutionGradients";
import { matMul } from "./matMul";
import { maxPoolGradient } from "./maxPoolGradient";
import { segmentSum } from "./segmentSum";
import { sum } from "./sum";
import { replaceKernel } from "./wasmBackend";

/**
 * Makes the WebAssembly backend able to train, and fast. As shipped it lacks the gradients of a convolution's filter and of
 * gather, and is slow at the gradients of a convolution's input, of max pooling and of a bias, and at transposed products.
 * Call once, after the backend's package is loaded and before the backend starts.
 */
export function registerTrainingKernels(): void {
  replaceKernel("Conv2DBackpropFilter", convolutionFilterGradient);
  replaceKernel("Conv2DBackpropInput", convolutionInputGradient);
  replaceKernel("MaxPoolGrad", maxPoolGradient);
  replaceKernel("UnsortedSegmentSum", segmentSum);
  replaceKernel("BatchMatMul", matMul);
  replaceKernel("Sum", sum);
}
