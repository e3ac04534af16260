import { random } from "../../../lib/core/values/random";
import { type KilledWalk } from "../../../lib/graph/proximity/killedWalk";

/** A walk with every weight positive, and a tiny excess: badly conditioned, but not for sums of positive numbers. */
export function denseWalk(m: number, excess: number, seed: number): KilledWalk {
  const draw = random(seed);
  const walk = {
    n: m,
    starts: Int32Array.from({ length: m + 1 }, (_, i) => i * (m - 1)),
    targets: new Int32Array(m * (m - 1)),
    weights: Float64Array.from({ length: m * (m - 1) }, () => draw.uniform() / m),
    excess: new Float64Array(m).fill(excess),
  };
  for (let i = 0, s = 0; i < m; i++) for (let j = 0; j < m; j++) if (j !== i) walk.targets[s++] = j;
  return walk;
}

export function weightsOf({ n, starts, targets, weights }: KilledWalk): Float64Array {
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[i * n + targets[s]] = weights[s];
  return dense;
}
