import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";
import { knnGraph } from "../../../lib/graph";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { conditionalProbabilities } from "../../../lib/project/tsne/conditionalProbabilities";
import { exactForces, planeForces } from "../../../lib/project/tsne/forces";
import {
  divergence,
  jointProbabilities,
  type JointProbabilities,
} from "../../../lib/project/tsne/jointProbabilities";
import { clouds } from "../layouts";

async function similarities(n: number, perplexity: number): Promise<JointProbabilities> {
  const graph = knnGraph(clouds(n, 10, 4, 8), { k: 3 * perplexity });
  return jointProbabilities(graph, await conditionalProbabilities(graph, perplexity, eventLoopYielder()));
}
/** Points in several clumps and a few far out. */
function layout(n: number, dimensions: number, span: number): Float64Array {
  const noise = random(2);
  return Float64Array.from(
    { length: n * dimensions },
    (_, c) => span * (0.08 * noise.normal() + 0.3 * (Math.floor(c / dimensions) % 3) - 0.3),
  );
}
const norm = (values: ArrayLike<number>) => Math.hypot(...Array.from(values));

describe("forces", () => {
  it("make the gradient of KL(P‖Q), as finite differences do, in one, two and three dimensions", async () => {
    const n = 60;
    const p = await similarities(n, 10);
    for (const dimensions of [1, 2, 3]) {
      const points = layout(n, dimensions, 4);
      const forces = exactForces(p, dimensions);
      const gradient = new Float64Array(points.length);
      const z = forces.repel(points, gradient);
      for (let c = 0; c < gradient.length; c++) gradient[c] *= -4 / z;
      forces.attract(points, 4, gradient);
      const cost = (y: Float64Array) => divergence(p, y, forces.repel(y, new Float64Array(y.length)));
      for (let c = 0; c < points.length; c += 7) {
        const step = 1e-5;
        const [ahead, behind] = [points.slice(), points.slice()];
        ahead[c] += step;
        behind[c] -= step;
        const slope = (cost(ahead) - cost(behind)) / (2 * step);
        assert.ok(Math.abs(slope - gradient[c]) < 1e-8, `${slope} is not ${gradient[c]}`);
      }
    }
  });

  it("of a pair, as computed by hand", () => {
    const forces = exactForces(
      { n: 2, starts: Int32Array.of(0, 1, 1), partners: Int32Array.of(1), values: Float64Array.of(0.5) },
      1,
    );
    const sums = new Float64Array(2);
    assert.equal(forces.repel(Float64Array.of(0, 1), sums), 1);
    assert.deepEqual([...sums], [-0.25, 0.25]);
    forces.attract(Float64Array.of(0, 1), 2, sums);
    assert.deepEqual([...sums], [-0.75, 0.75]);
  });

  for (const span of [1e-4, 0.1, 1, 5, 20, 60, 200, 1000]) {
    it(`of the mesh are those of all pairs within 1 %, and Z within 0.01 %, over a span of ${span}`, async () => {
      const p = await similarities(700, 20);
      const points = layout(700, 2, span);
      const [exact, plane] = [new Float64Array(1400), new Float64Array(1400)];
      const z = exactForces(p, 2).repel(points, exact);
      const approximateZ = planeForces(p).repel(points, plane);
      assert.ok(Math.abs(approximateZ / z - 1) < 1e-4, `Z ${approximateZ} is not ${z}`);
      const error = norm(exact.map((value, c) => value - plane[c])) / norm(exact);
      assert.ok(error < 0.01, `error ${error}`);
    });
  }

  it("of attraction in the plane are those of any dimension", async () => {
    const p = await similarities(700, 20);
    const points = layout(700, 2, 30);
    const [exact, plane] = [new Float64Array(1400), new Float64Array(1400)];
    exactForces(p, 2).attract(points, 3, exact);
    planeForces(p).attract(points, 3, plane);
    assert.ok(norm(exact.map((value, c) => value - plane[c])) < 1e-12 * norm(exact));
  });

  it("of points that all coincide, or are not finite, do no harm", async () => {
    const { repel } = planeForces(await similarities(700, 20));
    const sums = new Float64Array(1400);
    assert.ok(Math.abs(repel(new Float64Array(1400), sums) / (700 * 699) - 1) < 1e-6);
    assert.ok(Number.isNaN(repel(new Float64Array(1400).fill(NaN), sums)));
  });
});
