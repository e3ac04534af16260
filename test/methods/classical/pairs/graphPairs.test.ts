import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { knnGraph } from "../../../../lib/graph";
import { graphPairs, normalizeLaplacian } from "../../../../lib/methods/classical/pairs/graphPairs";
import { type Pairs } from "../../../../lib/methods/classical/pairs/pairs";
import { pairScatter } from "../../../../lib/methods/classical/pairs/pairScatter";
import { assertClose } from "../../../manifold/assertClose";
import { blobs, matrixOf, plainGraph } from "../data";

const listed = ({ first, second }: Pairs) =>
  Array.from(first, (i, e) => [Math.min(i, second[e]), Math.max(i, second[e])].join()).sort();
const names = (pairs: readonly (readonly [number, number])[]) => pairs.map((pair) => pair.join()).sort();

describe("graphPairs", () => {
  const { x } = blobs();
  const pairs = graphPairs(knnGraph(x, { k: 4 }), () => 1);
  const n = x.length;

  it("are the edges of the symmetric graph, each once", () => {
    const expected: [number, number][] = [];
    plainGraph(x, 4).forEach((row, i) => {
      row.forEach((edge, j) => {
        if (i < j && edge === 1) expected.push([i, j]);
      });
    });
    assert.deepEqual(listed(pairs), names(expected));
  });

  it("normalizeLaplacian gives Xᵀ(I − Deg^{-½} W Deg^{-½})X", () => {
    const w = plainGraph(x, 4);
    const degrees = w.map((row) => row.reduce((sum, value) => sum + value, 0));
    const laplacian = w.map((row, i) =>
      row.map((value, j) => (i === j ? 1 : 0) - value / Math.sqrt(degrees[i] * degrees[j])),
    );
    const dense = x[0].map((_, a) =>
      x[0].map((_, b) => {
        let sum = 0;
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += x[i][a] * laplacian[i][j] * x[j][b];
        return sum;
      }),
    );
    assertClose(pairScatter(matrixOf(x), normalizeLaplacian(pairs, n)), dense, 1e-10);
  });
});
