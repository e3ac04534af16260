import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { pca, umap, umapSteps, type UmapEvent } from "../../lib/project";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { clouds, digits, knnAccuracy, separation } from "./layouts";

describe("umap", () => {
  it("keeps the neighborhoods of 1,500 MNIST digits: kNN accuracy falls by 5 % at most", async () => {
    const { pixels, labels } = await digits(1500);
    const { points } = pca(pixels, { dimensions: 50 });
    const before = knnAccuracy(points, labels);
    const after = knnAccuracy(await umap(points, { epochs: 200 }), labels);
    assert.ok(after > before - 0.05 && after > 0.85, `${before} before, ${after} after`);
  });

  it("keeps clusters apart", async () => {
    const layout = await umap(clouds(200, 12, 4, 20));
    assert.deepEqual(layout.shape, [200, 2]);
    assert.ok(separation(layout, 4) > 1.5, `separation ${separation(layout, 4)}`);
  });

  it("gives the same numbers for the same seed, and different ones for another", async () => {
    const x = clouds(100, 5, 3, 10);
    const options = { epochs: 30, seed: 5 };
    const first = await umap(x, options);
    assert.deepEqual((await umap(x, options)).data, first.data);
    assert.notDeepEqual((await umap(x, { ...options, seed: 6 })).data, first.data);
  });

  it("runs as a promise, with a callback and step by step: one implementation, the same events", async () => {
    const x = clouds(60, 5, 3, 10);
    const options = { epochs: 25, dimensions: 3 };
    const heard: UmapEvent[] = [];
    const layout = await umap(x, { ...options, onEvent: (event) => heard.push(event) });
    const seen: UmapEvent[] = [];
    for await (const event of umapSteps(x, options)) seen.push(event);
    const plain = (events: UmapEvent[]) =>
      events.map(({ elapsedMs, ...rest }) => ({ ...rest, timed: elapsedMs >= 0 }));
    assert.deepEqual(plain(heard), plain(seen));
    assert.deepEqual(
      seen.map(({ kind, epoch, epochs }) => [kind, epoch, epochs]),
      [
        ["epoch", 10, 25],
        ["epoch", 20, 25],
        ["finished", 25, 25],
      ],
    );
    assert.deepEqual(layout.data, seen[2].points.data);
    assert.match(String(layout), /^UMAP: 60 points in 3-D after 25 epochs$/);
  });

  it("takes a callback only as a promise: the steps are the events", async () => {
    const onEvent = () => undefined;
    await assert.rejects(
      umapSteps(clouds(60, 5, 3, 10), { onEvent } as object).next(),
      /^UserError: umapSteps: there is no option "onEvent"/,
    );
  });

  it("stops when aborted, with the signal's reason", async () => {
    const x = clouds(300, 5, 3, 10);
    const reason = new Error("enough");
    const controller = new AbortController();
    const onEvent = () => {
      controller.abort(reason);
    };
    await assert.rejects(umap(x, { epochs: 1e6, signal: controller.signal, onEvent }), reason);
    await assert.rejects(umap(x, { signal: AbortSignal.abort(reason) }), reason);
  });

  it("lays out duplicates", async () => {
    const { data } = await umap(
      Array.from({ length: 60 }, (_, i) => [i % 3, (i % 3) ** 2]),
      { epochs: 20 },
    );
    assert.ok(data.every(Number.isFinite));
  });

  it("says what is wrong with its arguments", async () => {
    const x = clouds(15, 4, 2, 5);
    const fails = (options: object, message: RegExp, points: number[][] = x) =>
      assert.rejects(
        umap(points, options),
        (error: Error) => error.name === "UserError" && message.test(error.message),
      );
    await fails(
      {},
      /umap: neighbors must be in \[2, n-1\], got neighbors=15 with n=15. Lower neighbors or add points./,
    );
    await fails({ neighbors: 1 }, /umap: neighbors must be a whole number in \[2, n-1\], got 1\./);
    await fails(
      { neighbours: 5 },
      /umap: there is no option "neighbours". The options are neighbors, minDistance/,
    );
    const neighbors = 5;
    await fails({ neighbors, minDistance: -1 }, /umap: minDistance must be a number in \[0, 1\], got -1/);
    await fails({ neighbors, epochs: 0 }, /umap: epochs must be a whole number of at least 1, got 0/);
    await fails({ neighbors, dimensions: 0 }, /umap: dimensions must be .* got 0/);
    await fails({ neighbors, seed: 0.5 }, /umap: seed must be a whole number, got 0.5/);
    await fails({ neighbors }, /umap: x must be finite, got Infinity in row 1, column 0/, [
      [1],
      [Infinity],
      [2],
    ]);
    await fails(
      { neighbors },
      /umap: all 15 rows of x are equal/,
      x.map(() => [1, 2]),
    );
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("umap takes a tensor, leaves it alone and leaks nothing", async () => {
      const before = tf.memory().numTensors;
      const tensor = tf.tensor2d(clouds(60, 5, 3, 10));
      await umap(tensor, { epochs: 5 });
      tensor.dispose();
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
