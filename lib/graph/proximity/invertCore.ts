import * as tf from "@tensorflow/tfjs-core";
import type { YieldToEventLoop } from "../../core/yieldToEventLoop";
import { invertOnEngine } from "./invertOnEngine";
import { invertPlain } from "./invertPlain";
import type { KilledWalk } from "./killedWalk";

/** Up to this many points float64 in plain TypeScript takes less than half a second, and is kept for its digits. */
const plainLimit = 768;

/** Is there an engine that multiplies large matrices much faster than plain TypeScript does? */
export function hasFastEngine(): boolean {
  return ["tensorflow", "wasm", "webgpu"].includes(tf.engine().backendName ?? "");
}

/** A⁻¹ of a walk as a dense matrix, row by row: float64 when small or without a fast engine, else float32 on the engine. */
export async function invertCore(
  walk: KilledWalk,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float32Array | Float64Array> {
  if (walk.n > plainLimit && hasFastEngine()) return invertOnEngine(walk, yieldToEventLoop);
  const { n, starts, targets, weights, excess } = walk;
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[i * n + targets[s]] = weights[s];
  }
  return invertPlain(dense, excess.slice(), yieldToEventLoop);
}
