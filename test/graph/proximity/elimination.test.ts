import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../../lib/core/values/random";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { eliminate } from "../../../lib/graph/proximity/eliminate";
import { invertCore } from "../../../lib/graph/proximity/exactEdges";
import { invertOnEngine, invertOnEngineNow } from "../../../lib/graph/proximity/invertOnEngine";
import { invertPlain, invertSmall } from "../../../lib/graph/proximity/invertPlain";
import { type KilledWalk, propagationWalk } from "../../../lib/graph/proximity/killedWalk";
import { selectedInverse } from "../../../lib/graph/proximity/selectedInverse";
import { onEngine, readableEngines } from "../../engine/everyEngine";
import { denseProximities, largestDifference, randomGraph } from "../propagation/support";

/** A walk with every weight positive, and a tiny excess: badly conditioned, but not for sums of positive numbers. */
function denseWalk(m: number, excess: number, seed: number): KilledWalk {
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

function weightsOf({ n, starts, targets, weights }: KilledWalk): Float64Array {
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let s = starts[i]; s < starts[i + 1]; s++) dense[i * n + targets[s]] = weights[s];
  return dense;
}

/** A = diag − N with A·1 = excess, as rows. */
function systemOf(walk: KilledWalk): number[][] {
  const weights = weightsOf(walk);
  return Array.from({ length: walk.n }, (_, i) => {
    const row = [...weights.subarray(i * walk.n, (i + 1) * walk.n)];
    const diagonal = row.reduce((sum, value) => sum + value, walk.excess[i]);
    return row.map((value, j) => (i === j ? diagonal : -value));
  });
}

describe("invertPlain", () => {
  it("agrees with mathjs for every size around the width of a block", async () => {
    const { inv } = await import("mathjs");
    for (const m of [1, 2, 3, 7, 8, 9, 16, 17, 31]) {
      const walk = denseWalk(m, 0.01, m);
      const expected = inv(systemOf(walk)).flat();
      const found = invertSmall(weightsOf(walk), walk.excess.slice());
      found.forEach((value, at) => {
        assert.ok(Math.abs(value / expected[at] - 1) < 1e-10);
      });
    }
  });

  it("A⁻¹·excess = 1 to the last digits, even if A is nearly singular", async () => {
    const walk = denseWalk(100, 1e-12, 1);
    const inverse = await invertPlain(weightsOf(walk), walk.excess.slice(), eventLoopYielder());
    for (let i = 0; i < 100; i++) {
      let sum = 0;
      for (let j = 0; j < 100; j++) sum += inverse[i * 100 + j] * walk.excess[j];
      assert.ok(Math.abs(sum - 1) < 1e-13);
    }
  });
});

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

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("invertOnEngine keeps six digits of every entry, in several panels, and leaks no tensor", async () => {
      const walk = denseWalk(600, 1e-4, 3);
      const exact = invertSmall(weightsOf(walk), walk.excess.slice());
      const before = tf.memory().numTensors;
      for (const inverse of [await invertOnEngine(walk, eventLoopYielder()), invertOnEngineNow(walk)]) {
        inverse.forEach((value, at) => {
          assert.ok(Math.abs(value / exact[at] - 1) < 5e-6);
        });
      }
      assert.equal(tf.memory().numTensors, before);
    });
  });
}

onEngine("webgpu", () => {
  it("invertOnEngine waits for the values it reads", async () => {
    const walk = denseWalk(300, 1e-4, 4);
    const exact = invertSmall(weightsOf(walk), walk.excess.slice());
    const before = tf.memory().numTensors;
    const inverse = await invertOnEngine(walk, eventLoopYielder());
    inverse.forEach((value, at) => {
      assert.ok(Math.abs(value / exact[at] - 1) < 5e-6);
    });
    assert.equal(tf.memory().numTensors, before);
  });
});
