import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LRML } from "../../../lib/methods";
import { assertClose } from "../../manifold/assertClose";
import {
  addMatrices,
  blobs,
  center,
  fromTriangle,
  identityTriangle,
  patternSearch,
  plainGraph,
  plainPairs,
  plainScatter,
  rowsOf,
  traceProduct,
} from "./data";

const { x, labels } = blobs({ d: 3, perClass: 15 });
const weights = { similarWeight: 0.7, dissimilarWeight: 0.005 };

/** Xᵀ Lap X / n + γ_s·mean S − γ_d·mean D by plain loops over dense matrices. */
function plainH(laplacian: "normalized" | "plain"): number[][] {
  const points = center(x);
  const w = plainGraph(x, 6);
  const n = x.length;
  const degrees = w.map((row) => row.reduce((sum, value) => sum + value, 0));
  const edges = degrees.reduce((sum, degree) => sum + degree, 0) / 2;
  const entry = (i: number, j: number) =>
    laplacian === "normalized"
      ? ((i === j ? 1 : 0) - w[i][j] / Math.sqrt(degrees[i] * degrees[j])) / n
      : ((i === j ? degrees[i] : 0) - w[i][j]) / edges;
  const smooth = points[0].map((_, a) =>
    points[0].map((_, b) =>
      points.reduce((sum, p, i) => sum + points.reduce((so, q, j) => so + p[a] * entry(i, j) * q[b], 0), 0),
    ),
  );
  const { similar, dissimilar } = plainPairs(labels);
  return addMatrices(
    [1, smooth],
    [weights.similarWeight / similar.length, plainScatter(x, similar)],
    [-weights.dissimilarWeight / dissimilar.length, plainScatter(x, dissimilar)],
  );
}

describe("LRML", () => {
  for (const laplacian of ["normalized", "plain"] as const) {
    it(`meets the KKT conditions of min tr(MH), det M ≥ 1: MH ∝ I and det M = 1, ${laplacian} Laplacian`, async () => {
      const { det, multiply } = await import("mathjs");
      const model = await new LRML({ ...weights, laplacian, floor: 1e-9 }).fit(x, labels);
      const m = rowsOf(model.metric.matrix);
      const product = multiply(m, plainH(laplacian));
      const factor = product[0][0];
      assert.ok(factor > 0, "the multiplier of the constraint is positive");
      assertClose(
        product,
        m.map((row, a) => row.map((_, b) => (a === b ? factor : 0))),
        1e-9 * factor,
      );
      assertClose(det(m), 1, 1e-10);
    });
  }

  it("is the minimum that a search without gradients finds", async () => {
    const { det } = await import("mathjs");
    const h = plainH("normalized");
    const unitDeterminant = (entries: number[]) => {
      const m = fromTriangle(entries, 3);
      const scale = det(m) ** (-1 / 3);
      return m.map((row) => row.map((value) => value * scale));
    };
    const found = patternSearch((entries) => {
      const value = traceProduct(unitDeterminant(entries), h);
      return Number.isFinite(value) ? value : Infinity;
    }, identityTriangle(3));
    const { metric } = await new LRML({ ...weights, floor: 1e-9 }).fit(x, labels);
    assertClose(rowsOf(metric.matrix), unitDeterminant(found.point), 1e-5);
  });

  it("raises eigenvalues of an indefinite H, and still has det M = 1", async () => {
    const { det, eigs } = await import("mathjs");
    const { matrix } = (await new LRML({ dissimilarWeight: 50, floor: 0.1 }).fit(x, labels)).metric;
    assertClose(det(rowsOf(matrix)), 1, 1e-9);
    const { values } = eigs(rowsOf(matrix));
    assert.ok((values as number[])[0] > 0);
  });
});
