import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { float64 } from "../../../lib/algebra/float64";
import { innerProduct } from "../../../lib/algebra/vectorSpace";
import { transposeMultiply } from "../../../lib/algebra/multiply";
import { symmetricEigen } from "../../../lib/algebra/symmetricEigen";
import { gaussian } from "../../../lib/manifold/describeManifold";
import { SERAPH } from "../../../lib/methods";
import { labeledPairs, unlabeledPairs } from "../../../lib/methods/classical/pairs/labeledPairs";
import { joinPairs } from "../../../lib/methods/classical/pairs/pairs";
import { seraphObjective, seraphPotential } from "../../../lib/methods/classical/seraph";
import { assertClose } from "../../manifold/assertClose";
import { blobs, fromTriangle, identityTriangle, matrixOf, patternSearch, rowsOf } from "./data";

const { x, labels } = blobs({ d: 3, perClass: 10, seed: 4 });
const all = { maxPairs: 1e6, seed: 1 };
const { similar, dissimilar } = labeledPairs(Int32Array.from(labels), all);
const unlabeled = unlabeledPairs(Int32Array.from(labels), all);

/** −J/#labeled pairs, straight from the definition: p = 1/(1 + exp(y(δ² − η))). */
function plainCost(m: number[][], { eta, mu, lambda }: { eta: number; mu: number; lambda: number }): number {
  const p = (y: number, i: number, j: number) => {
    const v = x[i].map((value, c) => value - x[j][c]);
    const distance = v.reduce((sum, a, r) => sum + v.reduce((so, b, c) => so + a * m[r][c] * b, 0), 0);
    return 1 / (1 + Math.exp(y * (distance - eta)));
  };
  let [known, entropy, count, others] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = i + 1; j < x.length; j++) {
      if (labels[i] >= 0 && labels[j] >= 0) {
        known -= Math.log(p(labels[i] === labels[j] ? 1 : -1, i, j));
        count++;
      } else {
        for (const y of [1, -1]) entropy -= p(y, i, j) * Math.log(p(y, i, j));
        others++;
      }
    }
  }
  return known / count + (mu * entropy) / others + lambda * m.reduce((sum, row, c) => sum + row[c], 0);
}

describe("SERAPH", () => {
  it("has the gradient by M that finite differences give", () => {
    const objective = seraphObjective(matrixOf(x), joinPairs(similar, dissimilar, unlabeled), {
      eta: 2,
      traceWeight: 0.3,
    });
    const half = gaussian([3, 3], 2);
    const m = float64.combine(0.1, transposeMultiply(half, half), 0, half);
    const gradient = objective(m).gradient();
    for (const seed of [5, 6, 7]) {
      const direction = float64.symmetricPart(gaussian([3, 3], seed));
      const t = 1e-6;
      const along = (by: number) => objective(float64.combine(1, m, by, direction)).cost;
      const slope = (along(t) - along(-t)) / (2 * t);
      assert.ok(Math.abs(slope - innerProduct(gradient, direction)) < 1e-5 * Math.abs(slope));
    }
  });

  it("stays finite at distances that overflow exp", () => {
    const pairs = joinPairs(similar, dissimilar, unlabeled);
    const { value, slope } = seraphPotential(pairs, 1);
    for (const e of [0, similar.count, pairs.count - 1])
      for (const distance of [0, 1e3, 1e6])
        assert.ok(Number.isFinite(value(distance, e) + slope(distance, e)));
  });

  it("reports the objective of the definition, by plain loops", async () => {
    let objective = NaN;
    const model = await new SERAPH({ unlabeledWeight: 0.5, traceWeight: 0.01 }).fit(x, labels, {
      onEvent: (event) => {
        if (event.kind === "iteration") objective = event.objective;
      },
    });
    assertClose(objective, plainCost(rowsOf(model.metric.matrix), { eta: 1, mu: 0.5, lambda: 0.01 }), 1e-9);
  });

  it("is the optimum that a search without gradients finds, where the problem is convex (μ = 0)", async () => {
    const settings = { eta: 1, mu: 0, lambda: 0.05 };
    const found = patternSearch(
      (entries) => plainCost(fromTriangle(entries, 3), settings),
      identityTriangle(3, 0.3),
    );
    const model = await new SERAPH({
      unlabeledWeight: 0,
      traceWeight: 0.05,
      tolerance: 1e-13,
      maxIterations: 5000,
    }).fit(x, labels);
    const value = plainCost(rowsOf(model.metric.matrix), settings);
    assert.ok(value <= found.value + 1e-6, `${value} against ${found.value}`);
    assertClose(rowsOf(model.metric.matrix), fromTriangle(found.point, 3), 5e-3);
  });

  it("ends at a stationary point of the constrained problem: G ⪰ 0 beyond M's range, ⟨G, M⟩ = 0", async () => {
    const pairs = { unlabeledWeight: 1, traceWeight: 0.2 };
    const model = await new SERAPH({ ...pairs, tolerance: 1e-13, maxIterations: 5000 }).fit(x, labels);
    const { matrix } = model.metric;
    const scaled = joinPairs(
      { ...similar, weights: similar.weights.map(() => 1 / (similar.count + dissimilar.count)) },
      { ...dissimilar, weights: dissimilar.weights.map(() => 1 / (similar.count + dissimilar.count)) },
      { ...unlabeled, weights: unlabeled.weights.map(() => 1 / unlabeled.count) },
    );
    const g = seraphObjective(matrixOf(x), scaled, { eta: 1, traceWeight: 0.2 })(matrix).gradient();
    assert.ok(symmetricEigen(g).values[0] > -1e-4, "no direction of descent");
    assert.ok(Math.abs(innerProduct(g, matrix)) < 1e-4, "complementarity");
  });
});
