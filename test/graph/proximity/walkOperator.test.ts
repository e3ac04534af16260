import assert from "node:assert/strict";
import { it } from "node:test";
import { walkOperator } from "../../../lib/graph/proximity/walkOperator";
import { random } from "../../../lib/core/values/random";
import { randomGraph } from "../propagation/support";

it("walkOperator is I − γQ or its transpose, for one or four right-hand sides", () => {
  const [n, gamma] = [12, 0.9];
  const graph = randomGraph(n, 3, 5);
  const dense = (i: number, j: number) => {
    const own = graph.neighbors.subarray(i * graph.k, (i + 1) * graph.k);
    return (i === j ? 1 : 0) - (own.includes(j) ? gamma / graph.k : 0);
  };
  const noise = random(1);
  for (const lanes of [1, 4] as const) {
    const x = Float64Array.from({ length: n * lanes }, () => noise.normal());
    for (const transpose of [false, true]) {
      const y = new Float64Array(x.length).fill(NaN);
      walkOperator(graph, gamma, lanes, transpose)(x, y);
      y.forEach((value, at) => {
        const [i, lane] = [Math.floor(at / lanes), at % lanes];
        let sum = 0;
        for (let j = 0; j < n; j++) sum += (transpose ? dense(j, i) : dense(i, j)) * x[j * lanes + lane];
        assert.ok(Math.abs(value - sum) < 1e-12);
      });
    }
  }
});
