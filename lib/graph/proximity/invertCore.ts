import { engineCapabilities } from "../../core/engineCapabilities";
import type { Breathe } from "../../core/yieldToEventLoop";
import { invertOnEngine } from "./invertOnEngine";
import { invertPlain } from "./invertPlain";
import type { KilledWalk } from "./killedWalk";

/** Up to this many points float64 in plain TypeScript takes less than half a second, and is kept for its digits. */
const plainLimit = 768;

/** A⁻¹ of a walk as a dense matrix, row by row: float64 when small or without a fast engine, else float32 on the engine. */
export async function invertCore(walk: KilledWalk, breathe: Breathe): Promise<Float32Array | Float64Array> {
  if (walk.n > plainLimit && engineCapabilities().multipliesFast) return invertOnEngine(walk, breathe);
  const { n, starts, targets, weights, excess } = walk;
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[i * n + targets[s]] = weights[s];
  }
  return invertPlain(dense, excess.slice(), breathe);
}
