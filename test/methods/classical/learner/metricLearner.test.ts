import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../../lib/engine";
import { multiply, multiplyTranspose, transpose } from "../../../../lib/algebra/multiply";
import { symmetricEigen } from "../../../../lib/algebra/symmetricEigen";
import {
  APIT,
  apitDefaults,
  APLLR,
  apllrDefaults,
  ISDML,
  isdmlDefaults,
  LRML,
  lrmlDefaults,
  SERAPH,
  seraphDefaults,
  type ClassicalEvent,
} from "../../../../lib/methods";
import { assertClose } from "../../../manifold/assertClose";
import { temporaryFolder } from "../../../support/temporary";
import { blobs, rotate, rotation } from "../data";

/** Each method, with settings under which its result is determined well enough to compare. */
const learners = [
  { Learner: LRML, load: (file: string) => LRML.load(file), defaults: lrmlDefaults, exact: {} },
  {
    Learner: ISDML,
    load: (file: string) => ISDML.load(file),
    defaults: isdmlDefaults,
    exact: { tolerance: 1e-11 },
  },
  {
    Learner: SERAPH,
    load: (file: string) => SERAPH.load(file),
    defaults: seraphDefaults,
    exact: { maxIterations: 8 },
  },
  { Learner: APLLR, load: (file: string) => APLLR.load(file), defaults: apllrDefaults, exact: {} },
  {
    Learner: APIT,
    load: (file: string) => APIT.load(file),
    defaults: apitDefaults,
    exact: { tolerance: 1e-12, maxIterations: 20_000 },
  },
] as const;

const { x, labels } = blobs({ perClass: 14 });
const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

before(async () => {
  await useEngine("cpu");
});

for (const { Learner, load, defaults, exact } of learners) {
  const { name } = Learner;
  const fit = (points: number[][], known: ArrayLike<number>) => new Learner(exact).fit(points, known);

  describe(name, () => {
    it("learns M = LLᵀ, symmetric and positive semidefinite", async () => {
      const { matrix, factor } = (await new Learner().fit(x, labels)).metric;
      assert.deepEqual(matrix.shape, [5, 5]);
      assertClose(multiplyTranspose(factor, factor), matrix, 1e-10 * largest(matrix.data));
      assertClose(transpose(matrix), matrix, 0);
      assert.ok(symmetricEigen(matrix).values[0] > -1e-12 * largest(matrix.data));
    });

    it("turns with the points: RᵀMR for points XR", async () => {
      const turn = rotation(5, 3);
      const { matrix } = (await fit(x, labels)).metric;
      const turned = (await fit(rotate(x, turn), labels)).metric.matrix;
      const expected = multiply(transpose(turn), multiply(matrix, turn));
      assertClose(turned, expected, 1e-6 * largest(matrix.data));
    });

    it("does not depend on the order of the points or on the origin", async () => {
      const order = x.map((_, i) => (i * 11) % x.length);
      const { matrix } = (await fit(x, labels)).metric;
      const moved = await fit(
        order.map((i) => x[i].map((value) => value + 100)),
        order.map((i) => labels[i]),
      );
      assertClose(moved.metric.matrix, matrix, 1e-6 * largest(matrix.data));
    });

    it("works on singular data: more features than points, constant features, equal points", async () => {
      const wide = blobs({ classes: 2, perClass: 8, labeled: 3, d: 40 });
      const points = wide.x.map((row, i) =>
        (i % 5 === 0 ? wide.x[0] : row).map((value, c) => (c === 9 ? 1 : value)),
      );
      const { matrix, factor } = (await new Learner().fit(points, wide.labels)).metric;
      assert.ok([...matrix.data, ...factor.data].every(Number.isFinite));
      assert.ok(symmetricEigen(matrix).values[0] > -1e-10 * largest(matrix.data));
      const distance = (i: number, j: number) => {
        const v = {
          data: Float64Array.from(points[i], (value, c) => value - points[j][c]),
          shape: [1, 40] as [number, number],
        };
        return multiply(v, multiplyTranspose(matrix, v)).data[0];
      };
      assert.ok(distance(0, 1) > 0);
    });

    it("gives the same with the same seed, with events in order", async () => {
      const options = { ...exact, maxPairs: 12, seed: 3 };
      const events: ClassicalEvent[] = [];
      const first = await new Learner(options).fit(x, labels, { onEvent: (event) => events.push(event) });
      const second = new Learner(options);
      const stepped: string[] = [];
      for await (const event of second.steps(x, labels)) stepped.push(event.kind);
      assert.deepEqual(second.metric, first.metric);
      const other = await new Learner({ ...options, seed: 4 }).fit(x, labels);
      assert.notDeepEqual(other.metric.matrix.data, first.metric.matrix.data);
      const kinds = events.map(({ kind }) => kind);
      assert.deepEqual(stepped, kinds);
      assert.equal(kinds[0], "started");
      assert.deepEqual(
        kinds.filter(
          (kind, at) => ["prepared", "iteration", "finished"].includes(kind) && kind !== kinds[at - 1],
        ),
        ["prepared", "iteration", "finished"],
      );
      const last = events.at(-1);
      assert.ok(last?.kind === "finished" && last.history.length === last.iterations);
      assert.ok(Number.isFinite(last.objective));
    });

    it("transforms to xL, whose distances are the metric's, and leaks no tensor", async () => {
      const tensors = tf.memory().numTensors;
      const model = await new Learner().fit(x, labels);
      const { matrix, factor } = model.metric;
      const embeddings = model.transform(x);
      assert.deepEqual(embeddings.shape, [x.length, factor.shape[1]]);
      const [a, b] = await embeddings.array();
      const square = a.reduce((sum, value, c) => sum + (value - b[c]) ** 2, 0);
      const v = x[0].map((value, c) => value - x[1][c]);
      const expected = v.reduce(
        (sum, p, r) => sum + v.reduce((so, q, c) => so + p * q * matrix.data[r * 5 + c], 0),
        0,
      );
      assert.ok(Math.abs(square - expected) < 1e-4 * expected);
      const input = tf.tensor2d(x);
      const again = await new Learner().fit(input, labels);
      again.transform(input).dispose();
      tf.dispose([embeddings, input]);
      assert.equal(tf.memory().numTensors, tensors);
    });

    it("is the same after save and load", async (t) => {
      const file = path.join(temporaryFolder(t), "metric.safetensors");
      const model = await new Learner({ seed: 9, maxPairs: 50 }).fit(x, labels);
      await model.save(file);
      const loaded = await load(file);
      assert.ok(loaded instanceof Learner);
      assert.deepEqual(loaded.metric, model.metric);
      assert.deepEqual(loaded.settings, model.settings);
      const [other, loadOther] = name === "LRML" ? ["ISDML", learners[1].load] : ["LRML", learners[0].load];
      await assert.rejects(
        loadOther(file),
        new RegExp(`${other}.load: .* must be a "ssdml classical metric 2" of ${other}, got ${name}`),
      );
    });

    it("stops on request and keeps the metric learned so far", async () => {
      const controller = new AbortController();
      const model = new Learner();
      let last: ClassicalEvent | undefined;
      for await (const event of model.steps(x, labels, { signal: controller.signal })) {
        if (event.kind === "prepared") controller.abort();
        last = event;
      }
      assert.ok(last?.kind === "finished" && last.stopReason === "aborted");
      assert.ok(model.metric.matrix.data.every(Number.isFinite));
      const early = new AbortController();
      early.abort();
      await model.fit(x, labels, { signal: early.signal });
      assert.deepEqual(
        model.metric.matrix.data.filter((value) => value !== 0),
        new Float64Array(5).fill(1),
      );
    });

    it("rejects invalid arguments with a sentence that names the problem", async () => {
      const model = new Learner();
      const rejects = (points: number[][], known: number[], text: string) =>
        assert.rejects(model.fit(points, known), (error: Error) => {
          assert.equal(error.message, `${name}: ${text}`);
          return true;
        });
      const n = x.length;
      await rejects(
        x,
        labels.map(() => -1),
        "labels must not all be −1 (unlabeled). Label a few examples of each class.",
      );
      await rejects(
        x,
        labels.map((label) => (label === 2 ? 2 : -1)),
        "labels must name at least two classes, got only class 2. Label examples of another class.",
      );
      await rejects(
        x,
        [0, 1],
        `labels must have one entry per point, got 2 labels for ${n} points. Pass −1 for unlabeled points.`,
      );
      await rejects(
        x,
        labels.map((_, i) => (i < 3 ? i : -1)),
        "labels must give at least two points the same class, got every class once. Label two examples of a class.",
      );
      await rejects(
        x.map((row, i) => (i === 2 ? [1, NaN, 1, 1, 1] : row)),
        labels,
        "x must be finite, got NaN in row 2, column 1. Remove or fill in that row.",
      );
      await rejects(
        x.map(() => [1, 2]),
        labels,
        `all ${n} rows of x are equal, so there is no distance to learn. Check the features.`,
      );
      if ("k" in defaults)
        await rejects(
          x.slice(0, 6),
          [0, 1, 0, 1, -1, -1],
          `k must be in [1, n-1], got k=${defaults.k} with n=6 points. Lower k or add points.`,
        );
      assert.throws(() => model.metric, new RegExp(`${name}.metric: the model is not fitted yet`));
      assert.throws(
        () => new Learner({ seeds: 1 } as object),
        new RegExp(`${name}: there is no option "seeds". The options are `),
      );
      assert.throws(
        () => new Learner({ seed: 0.5 }),
        new RegExp(`${name}: seed must be a whole number such as 1, got 0.5`),
      );
      await model.fit(x, labels);
      assert.throws(() => model.transform([[1, 2]]), new RegExp(`${name}.transform: x must have 5 columns`));
      assert.ok(Object.isFrozen(defaults));
    });

    it("prints as one line", async () => {
      assert.equal(String(new Learner()), `${name}, not fitted yet`);
      assert.match(
        String(await new Learner().fit(x, labels)),
        new RegExp(`^${name}: M \\[5, 5\\], L \\[5, [1-5]\\]$`),
      );
    });
  });
}
