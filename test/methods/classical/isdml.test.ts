import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { float64 } from "../../../lib/algebra/float64";
import type { Matrix64 } from "../../../lib/algebra";
import { frobeniusNorm, innerProduct } from "../../../lib/algebra/vectorSpace";
import { multiply, transposeMultiply } from "../../../lib/algebra/multiply";
import { drainAsync } from "../../../lib/core";
import { gaussian } from "../../../lib/manifold/describeManifold";
import { ISDML, type ClassicalEvent } from "../../../lib/methods";
import { inverseOf, logDeterminant, spectralMap } from "../../../lib/algebra/spectral";
import { isdml, isdmlDefaults, type IsdmlSettings } from "../../../lib/methods/classical/isdml";
import { kind, uniformPairs, type Pairs } from "../../../lib/methods/classical/pairs/pairs";
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

describe("ISDML's descent on H from an SPD start", () => {
  const half = gaussian([6, 6], 3);
  const h = float64.shift(1, transposeMultiply(half, half), 0.1);
  const cost = (m: typeof h) => innerProduct(m, h) - logDeterminant(m);
  const { prepared, x: points } = pairsOf(h);
  const settings: IsdmlSettings = { ...isdmlDefaults, floor: 1e-9 };
  const updates = (changed: Partial<typeof settings>, start?: typeof h) =>
    isdml.updateMetric(points, prepared, { ...settings, ...changed }, start);

  it("reports the true cost and gradient of its matrices", async () => {
    for await (const { matrix, objective, change } of updates({ tolerance: 1e-9 })) {
      assertClose(objective, cost(matrix), 1e-9);
      const root = spectralMap(matrix, Math.sqrt);
      const seen = float64.shift(1, multiply(root, multiply(h, root)), -1);
      assertClose(change, frobeniusNorm(seen) / Math.sqrt(6), 1e-6);
    }
  });

  it("goes on from the metric it is given, also from one that float32 left singular", async () => {
    const near = float64.shift(1, inverseOf(h), 1e-9);
    const steps: unknown[] = [];
    for await (const step of updates({ tolerance: 1e-5 }, near)) steps.push(step);
    assert.equal(steps.length, 0);
    const singular = transposeMultiply(gaussian([3, 6], 4), gaussian([3, 6], 4));
    const { matrix, stopReason } = await drainAsync(updates({ tolerance: 1e-8 }, singular));
    assert.equal(stopReason, "converged");
    assertClose(matrix, inverseOf(h), 1e-5);
  });

  it("reports that it reached the iteration limit", async () => {
    const { stopReason } = await drainAsync(updates({ maxIterations: 1, tolerance: 1e-12 }));
    assert.equal(stopReason, "max-iterations");
  });
});

/** Points and pairs whose scatter Σ w vvᵀ is H: the rows of H^½, each paired with the origin. */
function pairsOf(h: Matrix64): { x: Matrix64; prepared: { pairs: Pairs } } {
  const d = h.shape[0];
  const data = new Float64Array((d + 1) * d);
  data.set(spectralMap(h, Math.sqrt).data);
  const rows = Int32Array.from({ length: d }, (_, i) => i);
  const pairs = uniformPairs(rows, new Int32Array(d).fill(d), kind.unknown, 1);
  return { x: { data, shape: [d + 1, d] }, prepared: { pairs } };
}
