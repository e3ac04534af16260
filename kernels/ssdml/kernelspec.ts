export { ownKernel as kernelSpec } from "../../lib/notebook/kernel/builtInKernels";
