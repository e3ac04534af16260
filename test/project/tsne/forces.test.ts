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
import { columnFourier } from "../../../lib/project/tsne/mesh/columnFourier";
import { meshConvolution } from "../../../lib/project/tsne/mesh/meshConvolution";
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

describe("conditional and joint probabilities", () => {
  it("p_{·|i} has the requested perplexity, exp H(p_{·|i})", async () => {
    const graph = knnGraph(clouds(200, 10, 4, 8), { k: 45 });
    const p = await conditionalProbabilities(graph, 15, eventLoopYielder());
    for (let i = 0; i < 200; i++) {
      const row = p.subarray(i * 45, (i + 1) * 45);
      const entropy = -row.reduce((sum, value) => sum + (value > 0 ? value * Math.log(value) : 0), 0);
      assert.ok(Math.abs(Math.exp(entropy) - 15) < 1e-4);
      assert.ok(
        row.every((value, s) => s === 0 || value <= row[s - 1]),
        "falls with distance",
      );
    }
  });

  it("among duplicates p_{·|i} is uniform over them, and nothing is NaN", async () => {
    const graph = knnGraph([...Array.from({ length: 20 }, () => [1, 1]), ...clouds(10, 2, 2, 9)], { k: 9 });
    const p = await conditionalProbabilities(graph, 3, eventLoopYielder());
    assert.ok(p.every(Number.isFinite));
    assert.ok(p.subarray(0, 9).every((value) => Math.abs(value - 1 / 9) < 1e-12));
  });

  it("p_ij = (p_{j|i} + p_{i|j})/2n, each pair once, summing to 1", async () => {
    const n = 120;
    const graph = knnGraph(clouds(n, 10, 4, 8), { k: 30 });
    const conditional = await conditionalProbabilities(graph, 10, eventLoopYielder());
    const dense = new Float64Array(n * n);
    graph.neighbors.forEach((j, e) => {
      const i = Math.floor(e / 30);
      dense[i * n + j] += conditional[e] / (2 * n);
      dense[j * n + i] += conditional[e] / (2 * n);
    });
    const { starts, partners, values } = jointProbabilities(graph, conditional);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        assert.ok(partners[s] > i);
        assert.ok(Math.abs(values[s] - dense[i * n + partners[s]]) < 1e-15);
        dense[i * n + partners[s]] = dense[partners[s] * n + i] = 0;
        sum += 2 * values[s];
      }
    }
    assert.ok(
      dense.every((value) => value === 0),
      "no pair is missing",
    );
    assert.ok(Math.abs(sum - 1) < 1e-12);
  });
});

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

describe("the mesh", () => {
  it("transforms columns as the sum Σ x_t e^{−2πi tk/n} does, and back", () => {
    const [size, columns] = [16, 3];
    const noise = random(3);
    const re = Float64Array.from({ length: size * columns }, () => noise.normal());
    const im = re.map(() => noise.normal());
    const { forward, inverse, place } = columnFourier(size);
    const [fr, fi] = [re.slice(), im.slice()];
    forward(fr, fi, columns);
    for (let k = 0; k < size; k++) {
      for (let c = 0; c < columns; c++) {
        let [sumRe, sumIm] = [0, 0];
        for (let t = 0; t < size; t++) {
          const angle = (-2 * Math.PI * t * k) / size;
          sumRe += re[t * columns + c] * Math.cos(angle) - im[t * columns + c] * Math.sin(angle);
          sumIm += re[t * columns + c] * Math.sin(angle) + im[t * columns + c] * Math.cos(angle);
        }
        assert.ok(Math.abs(fr[place[k] * columns + c] - sumRe) < 1e-12);
        assert.ok(Math.abs(fi[place[k] * columns + c] - sumIm) < 1e-12);
      }
    }
    inverse(fr, fi, columns);
    assert.ok(fr.every((value, at) => Math.abs(value / size - re[at]) < 1e-14));
    assert.ok(fi.every((value, at) => Math.abs(value / size - im[at]) < 1e-14));
  });

  it("convolves as the double sum does, twice the same", () => {
    const nodes = 8;
    const noise = random(4);
    const mesh = Float64Array.from({ length: nodes * nodes }, () => noise.normal());
    const kernel = (dx: number, dy: number) => 1 / (1 + dx * dx + 2 * dy * dy);
    const convolution = meshConvolution(nodes);
    convolution.setKernel(kernel, () => 1);
    for (let time = 0; time < 2; time++) {
      const result = mesh.slice();
      convolution.apply(result);
      result.forEach((value, at) => {
        let sum = 0;
        mesh.forEach((mass, from) => {
          const dx = Math.abs(Math.floor(at / nodes) - Math.floor(from / nodes));
          sum += mass * kernel(dx, Math.abs((at % nodes) - (from % nodes)));
        });
        assert.ok(Math.abs(value - sum) < 1e-12);
      });
    }
  });
});
