import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { pca, tsne, tsneSteps, type TsneEvent } from "../../../lib/project";
import { onEngine, readableEngines } from "../../engine/everyEngine";
import { clouds, digits, knnAccuracy, separation } from "../layouts";

describe("tsne", () => {
  it("keeps the neighborhoods of 2,000 MNIST digits: kNN accuracy falls by 3 % at most", async () => {
    const { pixels, labels } = await digits(2000);
    const { points } = pca(pixels, { dimensions: 50 });
    const before = knnAccuracy(points, labels);
    const layout = await tsne(points, { iterations: 500 });
    const after = knnAccuracy(layout, labels);
    assert.ok(after > before - 0.03 && after > 0.87, `${before} before, ${after} after`);
    assert.ok(layout.divergence < 1.5, `divergence ${layout.divergence}`);
  });

  it("reduces the divergence after the early exaggeration", async () => {
    const divergences: number[] = [];
    for await (const { iteration, divergence } of tsneSteps(clouds(600, 10, 5, 10), { iterations: 400 })) {
      if (iteration >= 100) divergences.push(divergence);
    }
    assert.ok(divergences.length >= 6);
    assert.ok(divergences.every((value, i) => i === 0 || value < divergences[i - 1]));
  });

  for (const [n, dimensions, iterations] of [
    [200, 1, 1000], // On a line clusters must pass through each other, which takes time.
    [200, 2, 400],
    [200, 3, 400],
    [800, 2, 400],
  ]) {
    it(`keeps clusters apart, ${n} points in ${dimensions}-D`, async () => {
      const layout = await tsne(clouds(n, 12, 4, 20), { iterations, dimensions });
      assert.deepEqual(layout.shape, [n, dimensions]);
      assert.ok(separation(layout, 4) > 1.5, `separation ${separation(layout, 4)}`);
    });
  }

  it("gives the same numbers for the same seed, and different ones for another", async () => {
    const x = clouds(600, 10, 5, 10);
    const options = { iterations: 60, initialization: "random", seed: 5 } as const;
    const first = await tsne(x, options);
    assert.deepEqual((await tsne(x, options)).data, first.data);
    assert.notDeepEqual((await tsne(x, { ...options, seed: 6 })).data, first.data);
  });

  it("runs as a promise, with a callback and step by step: one implementation, the same events", async () => {
    const x = clouds(100, 5, 3, 10);
    const options = { iterations: 100, eventEvery: 30 };
    const heard: TsneEvent[] = [];
    const layout = await tsne(x, { ...options, onEvent: (event) => heard.push(event) });
    const seen: TsneEvent[] = [];
    for await (const event of tsneSteps(x, options)) seen.push(event);
    const plain = (events: TsneEvent[]) =>
      events.map(({ elapsedMs, ...rest }) => ({ ...rest, timed: elapsedMs >= 0 }));
    assert.deepEqual(plain(heard), plain(seen));
    assert.deepEqual(
      seen.map(({ kind, iteration, iterations }) => [kind, iteration, iterations]),
      [
        ["iteration", 30, 100],
        ["iteration", 60, 100],
        ["iteration", 90, 100],
        ["finished", 100, 100],
      ],
    );
    assert.deepEqual(layout.data, seen[3].points.data);
    assert.notEqual(seen[2].points.data, seen[3].points.data);
    assert.match(String(layout), /^t-SNE: 100 points in 2-D, divergence [\d.]+ after 100 iterations$/);
  });

  it("takes a callback only as a promise: the steps are the events", async () => {
    const onEvent = () => undefined;
    await assert.rejects(
      tsneSteps(clouds(60, 5, 3, 10), { onEvent } as object).next(),
      /^UserError: tsneSteps: there is no option "onEvent"/,
    );
  });

  it("starts from the principal components, 1e-4 wide, except for the jitter", async () => {
    const x = clouds(300, 40, 3, 10).map((row) => row.map((value, c) => value * (c === 39 ? 9 : 1)));
    const { points, explainedVariance } = pca(x);
    const { data } = await tsne(x, { iterations: 0 });
    for (const axis of [0, 1]) {
      let product = 0;
      let square = 0;
      for (let c = axis; c < data.length; c += 2) {
        product += data[c] * points.data[c];
        square += data[c] ** 2;
      }
      const cosine = product / Math.sqrt(square * explainedVariance[axis] * 299);
      assert.ok(Math.abs(cosine) > 0.99, `axis ${axis}: ${cosine}`);
      if (axis === 0) assert.ok(Math.abs(Math.sqrt(square / 300) / 1e-4 - 1) < 0.01);
    }
  });

  it("starts from given points and leaves them alone", async () => {
    const x = clouds(50, 5, 3, 10);
    const initialization = {
      data: Float64Array.from({ length: 100 }, (_, c) => Math.sin(c)),
      shape: [50, 2] as const,
    };
    const copy = initialization.data.slice();
    const layout = await tsne(x, { perplexity: 10, iterations: 0, initialization });
    assert.deepEqual(layout.data, copy);
    await tsne(x, { perplexity: 10, iterations: 5, initialization });
    assert.deepEqual(initialization.data, copy);
  });

  it("stops when aborted, with the signal's reason", async () => {
    const x = clouds(600, 10, 5, 10);
    const controller = new AbortController();
    const reason = new Error("enough");
    let events = 0;
    await assert.rejects(
      tsne(x, {
        iterations: 1e9,
        signal: controller.signal,
        onEvent: () => {
          if (++events === 2) controller.abort(reason);
        },
      }),
      reason,
    );
    assert.ok(events <= 4);
    const timed = AbortSignal.timeout(100);
    await assert.rejects(tsne(x, { iterations: 1e9, signal: timed }), { name: "TimeoutError" });
    await assert.rejects(tsne(x, { signal: AbortSignal.abort(reason) }), reason);
  });

  it("lays out duplicates, points on a line, and more dimensions than x has", async () => {
    const duplicated = Array.from({ length: 60 }, (_, i) => [i % 3, (i % 3) ** 2]);
    for (const x of [duplicated, Array.from({ length: 60 }, (_, i) => [i, 2 * i]), clouds(60, 1, 1, 0)]) {
      const { data, shape } = await tsne(x, { perplexity: 5, iterations: 200 });
      assert.deepEqual(shape, [60, 2]);
      assert.ok(data.every(Number.isFinite));
      assert.ok(new Set(data).size > 60, "both axes are used");
    }
  });

  it("says what is wrong with its arguments", async () => {
    const x = clouds(60, 4, 2, 5);
    const fails = (options: object, message: RegExp, points: number[][] = x) =>
      assert.rejects(
        tsne(points, options),
        (error: Error) => error.name === "UserError" && message.test(error.message),
      );
    await fails(
      {},
      /tsne: perplexity must be at least 1 with 3·perplexity < n, got 30 with n=60. Lower perplexity below 20 or add points./,
    );
    await fails({ perplexity: 0 }, /tsne: perplexity must be a number of at least 1, got 0/);
    await fails({ perplexity: NaN }, /got NaN/);
    await fails({ perplexity: 1 }, /Pass at least 4 points/, [[1], [2], [3]]);
    await fails(
      { perplexty: 5 },
      /tsne: there is no option "perplexty". The options are perplexity, dimensions/,
    );
    const perplexity = 5;
    await fails(
      { perplexity, dimensions: 0 },
      /tsne: dimensions must be a whole number of at least 1, got 0/,
    );
    await fails({ perplexity, iterations: 1.5 }, /tsne: iterations must be .* got 1.5/);
    await fails({ perplexity, seed: 0.5 }, /tsne: seed must be a whole number, got 0.5/);
    await fails(
      { perplexity, learningRate: -1 },
      /tsne: learningRate must be a positive number or "auto", got -1/,
    );
    await fails({ perplexity, earlyExaggeration: 0 }, /tsne: earlyExaggeration must be .* got 0/);
    await fails({ perplexity, eventEvery: 0 }, /tsne: eventEvery must be .* got 0/);
    await fails(
      { perplexity, initialization: "spectral" },
      /tsne: initialization must be "pca", "random" or .* got "spectral"/,
    );
    await fails(
      {
        perplexity,
        initialization: [
          [1, 2],
          [3, 4],
        ],
      },
      /initialization must have shape \[60, 2\], got \[2,2\]/,
    );
    await fails(
      { perplexity, learningRate: 1e300 },
      /tsne: the layout overflowed after \d+ iterations with learningRate=1e\+300/,
    );
    await fails({ perplexity }, /tsne: x must be finite, got NaN in row 1, column 0/, [
      [1],
      [NaN],
      ...x.map(([a]) => [a]),
    ]);
    await fails(
      { perplexity },
      /tsne: all 60 rows of x are equal/,
      x.map(() => [1, 2]),
    );
    await fails({ perplexity }, /tsne: x must be rows of equal length/, [[1], [1, 2]]);
  });
});

for (const engine of [...readableEngines, "webgpu"] as const) {
  onEngine(engine, () => {
    it("tsne takes a tensor, leaves it alone, leaks nothing and gives the same as for an array", async () => {
      const x = clouds(400, 70, 3, 10).map((row) => row.map(Math.fround));
      const before = tf.memory().numTensors;
      const tensor = tf.tensor2d(x);
      const options = { iterations: 20 };
      assert.deepEqual((await tsne(tensor, options)).data, (await tsne(x, options)).data);
      assert.equal(tensor.isDisposed, false);
      tensor.dispose();
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
