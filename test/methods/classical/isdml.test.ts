import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { float64 } from "../../../lib/algebra/float64";
import { innerProduct } from "../../../lib/algebra/vectorSpace";
import { transposeMultiply } from "../../../lib/algebra/multiply";
import { gaussian } from "../../../lib/manifold/describeManifold";
import { ISDML, type ClassicalEvent } from "../../../lib/methods";
import { logDeterminant } from "../../../lib/algebra/spectral";
import { spdDescent } from "../../../lib/methods/classical/spdDescent";
import { assertClose } from "../../manifold/assertClose";
import {
  addMatrices,
  blobs,
  fromTriangle,
  identityTriangle,
  patternSearch,
  plainGraph,
  plainNeighbors,
  plainPairs,
  plainScatter,
  rowsOf,
  traceProduct,
} from "./data";

const { x, labels } = blobs({ d: 3, perClass: 15 });
const weights = { similarWeight: 0.7, dissimilarWeight: 0.005 };

/** H with density-adapted weights, by plain loops. */
function plainH(k: number): number[][] {
  const distance = (i: number, j: number) => Math.hypot(...x[i].map((value, c) => value - x[j][c]));
  const sigma = plainNeighbors(x, k).map((near, i) => distance(i, near[k - 1]));
  const edges: [number, number][] = [];
  plainGraph(x, k).forEach((row, i) => {
    row.forEach((edge, j) => {
      if (i < j && edge === 1) edges.push([i, j]);
    });
  });
  const w = edges.map(([i, j]) => Math.exp(-(distance(i, j) ** 2) / (sigma[i] * sigma[j])));
  const total = w.reduce((sum, value) => sum + value, 0);
  const { similar, dissimilar } = plainPairs(labels);
  return addMatrices(
    [1 / total, plainScatter(x, edges, w)],
    [weights.similarWeight / similar.length, plainScatter(x, similar)],
    [-weights.dissimilarWeight / dissimilar.length, plainScatter(x, dissimilar)],
  );
}

describe("ISDML", () => {
  const options = { ...weights, floor: 1e-9, tolerance: 1e-10 };

  it("converges to H⁻¹, the minimum of tr(MH) − log det M", async () => {
    const { inv } = await import("mathjs");
    const { metric } = await new ISDML(options).fit(x, labels);
    assertClose(rowsOf(metric.matrix), inv(plainH(6)), 1e-5);
  });

  it("is the minimum that a search without gradients finds", async () => {
    const { det } = await import("mathjs");
    const h = plainH(6);
    const found = patternSearch((entries) => {
      const m = fromTriangle(entries, 3);
      const determinant = det(m);
      return determinant > 0 ? traceProduct(m, h) - Math.log(determinant) : Infinity;
    }, identityTriangle(3));
    const { metric } = await new ISDML(options).fit(x, labels);
    assertClose(rowsOf(metric.matrix), fromTriangle(found.point, 3), 1e-4);
  });

  it("descends at every iteration", async () => {
    const rows: number[] = [];
    const model = new ISDML(options);
    let last: ClassicalEvent | undefined;
    for await (const event of model.steps(x, labels)) {
      if (event.kind === "iteration") rows.push(event.objective);
      last = event;
    }
    rows.forEach((value, at) => {
      assert.ok(at === 0 || value <= rows[at - 1] + 1e-12);
    });
    assert.ok(last?.kind === "finished" && last.stopReason === "converged");
  });
});

describe("spdDescent", () => {
  const half = gaussian([6, 6], 3);
  const h = float64.shift(1, transposeMultiply(half, half), 0.1);
  const identity = float64.shift(0, h, 1);
  const cost = (m: typeof h) => innerProduct(m, h) - logDeterminant(m);

  it("reports the true cost of its matrices", () => {
    for (const { matrix, objective } of spdDescent(h, identity, { maxIterations: 20, tolerance: 1e-9 }))
      assertClose(objective, cost(matrix), 1e-9);
  });

  it("moves downhill, along the gradient that finite differences give", () => {
    // At M = I the Riemannian gradient is the Euclidean one, H − I.
    const direction = float64.symmetricPart(gaussian([6, 6], 5));
    const t = 1e-5;
    const along = (by: number) => cost(float64.combine(1, identity, by, direction));
    const slope = (along(t) - along(-t)) / (2 * t);
    assertClose(slope, innerProduct(float64.shift(1, h, -1), direction), 1e-6);
    const [first] = spdDescent(h, identity, { maxIterations: 1, tolerance: 1e-9 });
    const moved = float64.combine(1, first.matrix, -1, identity);
    assert.ok(innerProduct(moved, float64.shift(1, h, -1)) < 0);
  });

  it("reports that it reached the iteration limit", () => {
    const steps = spdDescent(h, identity, { maxIterations: 1, tolerance: 1e-12 });
    steps.next();
    const { value } = steps.next();
    assert.ok("stopReason" in value && value.stopReason === "max-iterations");
  });
});
