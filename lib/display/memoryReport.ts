import * as tf from "@tensorflow/tfjs-core";
import { inspect } from "node:util";
import { DISPLAY, type Bundle } from "./notebookDisplay";
import { plural } from "../core";

/** Current memory use of tensors, of JavaScript and of the process. */
export interface MemoryReport {
  engine: string;
  tensors: number;
  /** Bytes of tensors, of JavaScript's heap, and of the whole process. */
  tensorBytes: number;
  heapBytes: number;
  processBytes: number;
  toString(): string;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/**
 * Memory use in one line. A growing number of tensors from cell to cell is a leak.
 *
 * @example memoryReport().engine; // → "wasm"
 */
export function memoryReport(): MemoryReport {
  const { numTensors: tensors, numBytes: tensorBytes } = tf.memory();
  const { heapUsed: heapBytes, rss: processBytes } = process.memoryUsage();
  const engine = tf.getBackend() ?? "none yet";
  const line =
    `${plural(tensors, "tensor")} in ${megabytes(tensorBytes)} (engine ${engine}), ` +
    `heap ${megabytes(heapBytes)}, process ${megabytes(processBytes)}`;
  const report = {
    engine,
    tensors,
    tensorBytes,
    heapBytes,
    processBytes,
    toString: () => line,
    [DISPLAY]: (): Bundle => ({ "text/plain": line }),
    [inspect.custom]: () => line,
  };
  return report;
}
