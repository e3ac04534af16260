import assert from "node:assert/strict";
import { it } from "node:test";
import { random } from "../../../../lib/core/values/random";
import { addNearPairs } from "../../../../lib/project/tsne/mesh/nearPairs";

it("addNearPairs sums the kernel's rest over the pairs nearer than the cutoff, as the double loop does", () => {
  const [n, cutoff] = [80, 0.7];
  const noise = random(2);
  const points = Float64Array.from({ length: 2 * n }, () => 2 * noise.normal());
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis));
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const span = Math.max(Math.max(...xs) - left, Math.max(...ys) - bottom);
  const sums = new Float64Array(2 * n);
  const total = addNearPairs(points, { left, bottom, span }, cutoff, sums);
  let wanted = 0;
  let near = 0;
  for (let i = 0; i < n; i++) {
    let [fx, fy] = [0, 0];
    for (let j = 0; j < n; j++) {
      const [dx, dy] = [xs[i] - xs[j], ys[i] - ys[j]];
      const square = dx * dx + dy * dy;
      if (i === j || square >= cutoff ** 2) continue;
      near++;
      const [w, q] = [(cutoff ** 2 - square) / (1 + cutoff ** 2), 1 / (1 + square)];
      wanted += w ** 4 * q;
      const force = q * w ** 3 * (4 / (1 + cutoff ** 2) + w * q);
      fx += force * dx;
      fy += force * dy;
    }
    assert.ok(Math.abs(sums[2 * i] - fx) < 1e-12 && Math.abs(sums[2 * i + 1] - fy) < 1e-12);
  }
  assert.ok(near > 50);
  assert.ok(Math.abs(total - wanted) < 1e-12);
});
