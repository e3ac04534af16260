import * as tf from "@tensorflow/tfjs-core";

/** The part of the WebAssembly backend used here: its heap and its own kernels. */
export interface WasmBackend extends tf.KernelBackend {
  wasm: { HEAPU8: Uint8Array };
  /** Allocates an output on the heap. Allocation may move the heap, so create views only afterwards. */
  makeOutput(shape: number[], dtype: tf.DataType): tf.TensorInfo;
  /** A view of a tensor's values inside the heap. */
  typedArrayFromHeap(tensor: tf.TensorInfo): Float32Array | Int32Array | Uint8Array;
  /** The offset of a tensor in the heap, in bytes. */
  getMemoryOffset(dataId: tf.DataId): number;
}

type Inputs = Record<string, tf.TensorInfo>;

/** Arguments of a kernel function of this backend. */
export interface KernelCall<Attributes> {
  inputs: Inputs;
  backend: WasmBackend;
  attrs: Attributes;
}

/** The whole heap as float32; `position` gives a tensor's first index in it. */
export function heapOf(backend: WasmBackend): Float32Array {
  return new Float32Array(backend.wasm.HEAPU8.buffer);
}

export function position(backend: WasmBackend, tensor: tf.TensorInfo): number {
  return backend.getMemoryOffset(tensor.dataId) / 4;
}

/** A view of a float32 tensor inside the heap. */
export function floats(backend: WasmBackend, tensor: tf.TensorInfo): Float32Array {
  return backend.typedArrayFromHeap(tensor) as Float32Array;
}

export function dispose(backend: WasmBackend, ...tensors: tf.TensorInfo[]): void {
  for (const tensor of tensors) backend.disposeData(tensor.dataId);
}

/** The backend's own kernels that were replaced; the replacements can still call them. */
const replaced = new Map<string, tf.KernelConfig>();

/** Runs the backend's own kernel on tensors that the engine does not track. The caller disposes the result. */
export function runOwnKernel(
  name: string,
  backend: WasmBackend,
  inputs: Inputs,
  attrs: Record<string, unknown>,
): tf.TensorInfo {
  const kernel = replaced.get(name) ?? tf.getKernel(name, "wasm");
  const call = { inputs, backend, attrs } as unknown as Parameters<tf.KernelFunc>[0];
  return kernel.kernelFunc(call) as tf.TensorInfo;
}

/** The product of two plain matrices. */
export function multiply(backend: WasmBackend, a: tf.TensorInfo, b: tf.TensorInfo): tf.TensorInfo {
  return runOwnKernel("BatchMatMul", backend, { a, b }, { transposeA: false, transposeB: false });
}

/** Registers a kernel for the wasm backend, in place of the backend's own if it has one. */
export function replaceKernel<Attributes>(
  name: string,
  kernelFunc: (call: KernelCall<Attributes>) => tf.TensorInfo,
): void {
  const own = tf.getKernel(name, "wasm") as tf.KernelConfig | undefined;
  if (own) {
    replaced.set(name, own);
    tf.unregisterKernel(name, "wasm");
  }
  tf.registerKernel({
    kernelName: name,
    backendName: "wasm",
    kernelFunc: kernelFunc as unknown as tf.KernelFunc,
    // The backend calls this when it starts; the replaced kernel still needs it.
    ...(own?.setupFunc && { setupFunc: own.setupFunc }),
  });
}
