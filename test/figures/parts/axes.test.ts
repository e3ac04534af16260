import assert from "node:assert/strict";
import { it } from "node:test";
import { decades } from "../../../lib/figures/parts/axes";

it("decades cover the positive values with whole powers of ten and at most five labels", () => {
  const of = (...values: number[]) => {
    const { scale, axis } = decades(values);
    return { domain: scale.domain, ticks: axis.values, labels: axis.labelExpr };
  };
  assert.deepEqual(of(0.02, 30, 0, -1, NaN).domain, [0.01, 100]);
  assert.deepEqual(of(0.02, 30).ticks, [0.01, 0.1, 1, 10, 100]);
  assert.deepEqual(of(2, 7), { ...of(2, 7), domain: [1, 10], ticks: [1, 2, 5, 10] });
  assert.deepEqual(of(1).domain, [1, 10], "a single value still has a decade");
  const wide = of(1e-9, 1);
  assert.deepEqual(wide.domain, [1e-9, 1]);
  assert.ok((wide.ticks as number[]).length <= 5);
  assert.match(wide.labels!, /"1e-9":"10⁻⁹"/);
});
