import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { eliminate } from "../../../lib/graph/proximity/eliminate";
import { invertCore } from "../../../lib/graph/proximity/exactEdges";
import { propagationWalk } from "../../../lib/graph/proximity/killedWalk";
import { selectedInverse } from "../../../lib/graph/proximity/selectedInverse";
import { denseProximities, largestDifference, randomGraph } from "../propagation/support";

describe("elimination and selected inverse", () => {
  it("give (I − γQ)⁻¹ along the edges and on the diagonal, regardless of how much is eliminated", async () => {
    const cases = fc.record({
      n: fc.integer({ min: 2, max: 30 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      density: fc.constantFrom(0, 1, 2, 5, 1000),
      gamma: fc.constantFrom(0.3, 0.99, 0.9999),
      seed: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ n, share, density, gamma, seed }) => {
        const graph = randomGraph(n, 1 + Math.floor(share * Math.min(6, n - 2)), seed);
        const expected = await denseProximities(graph, gamma);
        const elimination = await eliminate(propagationWalk(graph, gamma), density, eventLoopYielder());
        if (density === 0) assert.equal(elimination.core.n, 0);
        const entry = selectedInverse(elimination, await invertCore(elimination.core, eventLoopYielder()));
        graph.neighbors.forEach((j, e) => {
          const i = Math.floor(e / graph.k);
          for (const [a, b] of [
            [i, j],
            [j, i],
            [i, i],
          ]) {
            assert.ok(Math.abs((1 - gamma) * entry(a, b) - expected[a][b]) < 1e-11);
          }
        });
      }),
      { numRuns: 80 },
    );
  });

  it("leave a walk on the core whose inverse is that block of the whole inverse", async () => {
    const graph = randomGraph(40, 3, 7);
    const expected = await denseProximities(graph, 0.9);
    const { core, corePoints } = await eliminate(propagationWalk(graph, 0.9), 4, eventLoopYielder());
    assert.ok(core.n > 0 && core.n < 40);
    const inverse = await invertCore(core, eventLoopYielder());
    const block = [...corePoints].flatMap((i) => [...corePoints].map((j) => expected[i][j] / 0.1));
    assert.ok(largestDifference(inverse, block) < 1e-11);
  });
});
