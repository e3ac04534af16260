import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { itml, kissme, tf, useEngine } from "../../../../lib";
import { assertClose } from "../../../manifold/assertClose";
import { blobs } from "../data";
import { metricOf } from "../../../../lib/methods/classical/learner/metric";

it("metricOf factors M = LLᵀ, longest column first, without columns for eigenvalues that are rounding errors", () => {
  // Eigenvalues 9 along (1, 1)/√2 and 1 along (1, −1)/√2.
  const full = metricOf({ data: Float64Array.of(5, 4, 4, 5), shape: [2, 2] });
  assert.deepEqual(full.factor.shape, [2, 2]);
  const [a, b, c, d] = full.factor.data;
  [a * a + b * b, a * c + b * d, c * c + d * d].forEach((value, at) => {
    assert.ok(Math.abs(value - [5, 4, 5][at]) < 1e-12);
  });
  assert.ok(Math.abs(Math.hypot(a, c) - 3) < 1e-12 && Math.abs(Math.hypot(b, d) - 1) < 1e-12);
  assert.ok(Math.abs(a * b + c * d) < 1e-12, "columns are orthogonal");
  const flat = metricOf({ data: Float64Array.of(1, 1, 1, 1), shape: [2, 2] });
  assert.deepEqual(flat.factor.shape, [2, 1]);
  assert.ok(flat.factor.data.every((value) => Math.abs(Math.abs(value) - 1) < 1e-12));
});

describe("the metrics of itml and kissme", () => {
  it("embed points so that Euclidean distances are theirs", async () => {
    await useEngine("cpu");
    const { x, labels } = blobs();
    for (const [name, metric] of Object.entries({ itml: itml(x, labels), kissme: kissme(x, labels) })) {
      const { numTensors } = tf.memory();
      const embeddings = metric.transform(x);
      const z = await embeddings.array();
      embeddings.dispose();
      assert.equal(tf.memory().numTensors, numTensors);
      const { data, shape } = metric.matrix;
      const v = x[0].map((value, c) => value - x[1][c]);
      const quadratic = v.reduce(
        (sum, a, i) => v.reduce((s, b, j) => s + a * data[i * shape[1] + j] * b, sum),
        0,
      );
      const distance = z[0].reduce((sum, value, c) => sum + (value - z[1][c]) ** 2, 0);
      assertClose(distance / quadratic, 1, 1e-4, name);
      assert.throws(() => metric.transform([[1]]), new RegExp(`^UserError: ${name}.transform: x must have`));
    }
  });
});
