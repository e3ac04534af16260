import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { multiplyTranspose } from "../../../lib/algebra/multiply";
import { symmetricEigen } from "../../../lib/algebra/symmetricEigen";
import { kissme, kissmeDefaults } from "../../../lib/methods";
import { assertClose } from "../../manifold/assertClose";
import { blobs, plainPairs, plainScatter } from "./data";

/** Σ_S⁻¹ − Σ_D⁻¹ by plain loops and mathjs, before the projection. */
async function reference(x: number[][], labels: number[], ridge: number): Promise<number[][]> {
  const { add, identity, inv, multiply, subtract, trace } = await import("mathjs");
  const d = x[0].length;
  const inverse = (pairs: [number, number][]) => {
    const mean = plainScatter(x, pairs).map((row) => row.map((value) => value / pairs.length));
    const shift = multiply(identity(d), (ridge * trace(mean)) / d);
    return inv(add(mean, (shift as unknown as { toArray(): number[][] }).toArray()));
  };
  const { similar, dissimilar } = plainPairs(labels);
  return subtract(inverse(similar), inverse(dissimilar));
}

describe("kissme", () => {
  const { x, labels } = blobs();

  it("is Σ_S⁻¹ − Σ_D⁻¹ with negative eigenvalues cut off, against plain loops and mathjs", async () => {
    const { eigs } = await import("mathjs");
    for (const ridge of [1e-6, 0.3]) {
      const plain = await reference(x, labels, ridge);
      const { eigenvectors } = eigs(plain);
      const projected = plain.map((row) => row.map(() => 0));
      for (const { value, vector } of eigenvectors) {
        const v = vector as number[];
        if (Number(value) <= 0) continue;
        projected.forEach((row, a) => {
          row.forEach((_, b) => (row[b] += Number(value) * v[a] * v[b]));
        });
      }
      assertClose(kissme(x, labels, { ridge }).matrix, projected, 1e-8);
    }
  });

  it("takes pairs as well as labels", () => {
    assertClose(kissme(x, plainPairs(labels)).matrix, kissme(x, labels).matrix, 1e-12);
  });

  it("gives M = LLᵀ ⪰ 0, even with more features than points, constant features and equal points", () => {
    const wide = blobs({ classes: 2, perClass: 4, labeled: 2, d: 30 });
    const degenerate = wide.x.map((row, i) =>
      (i === 4 ? wide.x[0] : row).map((value, c) => (c === 7 ? 3 : value)),
    );
    const { matrix, factor } = kissme(degenerate, wide.labels);
    assertClose(multiplyTranspose(factor, factor), matrix, 1e-9);
    assert.ok(symmetricEigen(matrix).values[0] > -1e-12);
  });

  it("has its defaults frozen", () => {
    assert.ok(Object.isFrozen(kissmeDefaults));
  });

  it("rejects invalid arguments with a sentence that names the problem", () => {
    assert.throws(
      () => kissme(x, labels, { ridge: 0 }),
      /^UserError: kissme: ridge must be a number above 0, got 0\. The default is 1\.$/,
    );
    assert.throws(
      () => kissme(x, { similar: [[0, 99]], dissimilar: [[0, 1]] }),
      /^UserError: kissme: similar must hold pairs of different rows in \[0, 35\], got \[0,99\]\.$/,
    );
    assert.throws(
      () => kissme([[0], [5], [1]], { similar: [[0, 1]], dissimilar: [[0, 2]] }),
      /^UserError: kissme: the 1 similar pairs are at least as far apart as the 1 dissimilar ones in every direction.*check them\.$/,
    );
    assert.throws(
      () => kissme(x, { similar: [], dissimilar: [[0, 1]] }),
      /^UserError: kissme: similar must hold at least one pair \[i, j\] of row numbers, got \[\]\.$/,
    );
    assert.throws(
      () =>
        kissme(
          x,
          labels.map((_, i) => (i < 3 ? i : -1)),
        ),
      /kissme: labels must give at least two points the same class/,
    );
  });
});
