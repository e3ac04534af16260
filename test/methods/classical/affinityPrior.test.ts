import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { knnGraph, propagateAffinities } from "../../../lib/graph";
import { APIT, APLLR, itml, kissme, type ApitOptions } from "../../../lib/methods";
import { assertClose } from "../../manifold/assertClose";
import {
  addMatrices,
  blobs,
  fromTriangle,
  identityTriangle,
  patternSearch,
  plainScatter,
  rowsOf,
  traceProduct,
} from "./data";

// Five classes whose centres span all three dimensions make Σ_S⁻¹ − Σ_D⁻¹ positive definite.
const { x: flat, labels } = blobs({ classes: 5, d: 3, perClass: 10, seed: 2 });
const x = flat.map((row, i) => [row[0], row[1], row[2] + [0, 4, -3, 5, -6][i % 5]]);
const options = { k: 5, affinityWeight: 0.4, floor: 1e-9 };

/** β·Xᵀ Lap_W X with the propagated affinities at graph edges, their absolute values summing to 1, by plain loops. */
async function affinityScatter(): Promise<number[][]> {
  const graph = knnGraph(x, { k: 5 });
  const dense = await propagateAffinities(graph, labels);
  const edges = new Map<string, [number, number]>();
  graph.neighbors.forEach((j, e) => {
    const i = Math.floor(e / 5);
    edges.set([Math.min(i, j), Math.max(i, j)].join(), [Math.min(i, j), Math.max(i, j)]);
  });
  const pairs = [...edges.values()];
  const w = pairs.map(([i, j]) => dense.at(i, j));
  const total = w.reduce((sum, value) => sum + Math.abs(value), 0);
  return plainScatter(
    x,
    pairs,
    w.map((value) => (options.affinityWeight * value) / total),
  );
}

describe("APLLR", () => {
  it("meets the first-order condition M⁻¹ = M₀⁻¹ + βXᵀ Lap_W X with KISSME's M₀", async () => {
    const { inv, eigs } = await import("mathjs");
    const prior = rowsOf(kissme(x, labels, { ridge: 0.01 }).matrix);
    assert.ok((eigs(prior).values as number[])[0] > 1e-6, "the data make M₀ positive definite");
    const { metric } = await new APLLR({ ...options, ridge: 0.01 }).fit(x, labels);
    const expected = addMatrices([1, inv(prior)], [1, await affinityScatter()]);
    assertClose(inv(rowsOf(metric.matrix)), expected, 1e-7 * Math.max(...expected.flat()));
  });
});

describe("APIT", () => {
  const strict: ApitOptions = { tolerance: 1e-12, maxIterations: 20_000 };

  it("meets the first-order condition with ITML's M₀", async () => {
    const { inv } = await import("mathjs");
    const prior = rowsOf(itml(x, labels, strict).matrix);
    const { metric } = await new APIT({ ...options, ...strict }).fit(x, labels);
    const expected = addMatrices([1, inv(prior)], [1, await affinityScatter()]);
    assertClose(inv(rowsOf(metric.matrix)), expected, 1e-7 * Math.max(...expected.flat()));
  });

  it("is the minimum of LogDet(M, M₀) + tr(M·scatter) that a search without gradients finds", async () => {
    const { det, inv } = await import("mathjs");
    const prior = rowsOf(itml(x, labels).matrix);
    const inverse = inv(prior);
    const scatter = await affinityScatter();
    const cost = (m: number[][]) => {
      const ratio = det(m) / det(prior);
      return ratio > 0 ? traceProduct(m, inverse) - Math.log(ratio) - 3 + traceProduct(m, scatter) : Infinity;
    };
    const found = patternSearch((entries) => cost(fromTriangle(entries, 3)), identityTriangle(3));
    let objective = NaN;
    const { metric } = await new APIT(options).fit(x, labels, {
      onEvent: (event) => {
        if (event.kind === "iteration") objective = event.objective;
      },
    });
    assertClose(rowsOf(metric.matrix), fromTriangle(found.point, 3), 1e-4);
    assertClose(objective, found.value, 1e-8);
  });
});
