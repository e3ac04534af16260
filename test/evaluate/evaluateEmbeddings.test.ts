import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import {
  evaluateEmbeddings,
  kMeans,
  normalizedMutualInformation,
  recallAtK,
  type EvaluationProgress,
} from "../../lib/evaluate";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { random } from "../../lib/core/values";
import { bruteForceQuality, evaluationFixture, labeledCloud } from "./clouds";

describe("evaluateEmbeddings", () => {
  const { embeddings, labels, recall, mapAtR, rPrecision } = evaluationFixture();

  it("gives NumPy's numbers, and the NMI of its own k-means", async () => {
    const result = await evaluateEmbeddings(embeddings, labels, { recallAt: [1, 2, 4, 8], seed: 3 });
    assert.deepEqual(Object.keys(result), ["nmi", "recall", "mapAtR", "rPrecision"]);
    for (const k of [1, 2, 4, 8]) assert.ok(Math.abs(result.recall[k] - recall[k]) < 1e-9);
    assert.ok(Math.abs(result.mapAtR - mapAtR) < 1e-9);
    assert.ok(Math.abs(result.rPrecision - rPrecision) < 1e-9);
    const { assignments } = kMeans(embeddings, { clusters: new Set(labels).size, seed: 3 });
    assert.equal(result.nmi, normalizedMutualInformation(labels, assignments));
  });

  it("gives perfect embeddings full marks, regardless of their length", async () => {
    const { embeddings, labels } = labeledCloud(60, 4, 3, 1, 1e-3);
    const long = embeddings.map((row, i) => row.map((value) => value * (1 + labels[i])));
    const result = await evaluateEmbeddings(long, labels, { recallAt: [1] });
    assert.deepEqual(result, { nmi: 1, recall: { 1: 1 }, mapAtR: 1, rPrecision: 1 });
  });

  it("does not normalize: points on one ray from the origin stay apart", async () => {
    const result = await evaluateEmbeddings(
      [
        [1, 1],
        [1.1, 1.1],
        [9, 9],
        [9.1, 9.1],
      ],
      [0, 0, 1, 1],
      {
        recallAt: [1],
      },
    );
    assert.deepEqual(result, { nmi: 1, recall: { 1: 1 }, mapAtR: 1, rPrecision: 1 });
  });

  it("asks only a random sample of the points for their neighbors, among all points", async () => {
    const cloud = labeledCloud(300, 5, 4, 7);
    cloud.labels[17] = 9;
    const asked = [...random(2).sample(300, 40)];
    const expected = bruteForceQuality(cloud, [1, 2], asked);
    const options = { recallAt: [1, 2], queries: 40, seed: 2 };
    const result = await evaluateEmbeddings(cloud.embeddings, cloud.labels, options);
    const { recall } = await evaluateEmbeddings(cloud.embeddings, cloud.labels, {
      ...options,
      metrics: ["recall"],
    });
    for (const k of [1, 2]) {
      assert.ok(Math.abs(result.recall[k] - expected.recall[k]) < 1e-12);
      assert.ok(Math.abs(recall[k] - expected.recall[k]) < 1e-12);
    }
    assert.ok(Math.abs(result.mapAtR - expected.mapAtR) < 1e-12);
    assert.ok(Math.abs(result.rPrecision - expected.rPrecision) < 1e-12);
    assert.match(inspect(result), /^evaluation of 300 points, neighbors of 40 random ones: NMI/);
    const all = await evaluateEmbeddings(cloud.embeddings, cloud.labels);
    assert.deepEqual(await evaluateEmbeddings(cloud.embeddings, cloud.labels, { queries: 1000 }), all);
    await assert.rejects(
      evaluateEmbeddings(cloud.embeddings, cloud.labels, { queries: 0 }),
      /evaluateEmbeddings: queries must be a whole number of at least 1, got 0/,
    );
  });

  it("computes only the requested metrics, with the same values", async () => {
    const all = await evaluateEmbeddings(embeddings, labels);
    const { nmi, recall, mapAtR } = all;
    assert.deepEqual(await evaluateEmbeddings(embeddings, labels, { metrics: ["recall"] }), { recall });
    assert.deepEqual(await evaluateEmbeddings(embeddings, labels, { metrics: ["mapAtR"] }), { mapAtR });
    assert.deepEqual(await evaluateEmbeddings(embeddings, labels, { metrics: ["recall", "nmi"] }), {
      nmi,
      recall,
    });
  });

  it("prints one line", async () => {
    const result = await evaluateEmbeddings(embeddings, labels, {
      metrics: ["recall", "mapAtR"],
      recallAt: [1, 8],
    });
    assert.equal(inspect(result), "evaluation of 200 points: R@1 78.0 %, R@8 99.0 %, MAP@R 42.4 %");
  });

  it("reports progress to the end of each step", async () => {
    const seen: EvaluationProgress[] = [];
    await evaluateEmbeddings(embeddings, labels, { onProgress: (progress) => seen.push(progress) });
    for (const step of ["clusters", "neighbors"]) {
      const done = seen.filter((progress) => progress.step === step).map((progress) => progress.done);
      assert.deepEqual(
        [...done].sort((a, b) => a - b),
        done,
      );
      assert.equal(done.at(-1), 1);
    }
  });

  it("leaves out the default K that fewer points cannot have", async () => {
    const { recall } = await evaluateEmbeddings([[0], [1], [1.5], [9]], [0, 1, 1, 0]);
    assert.deepEqual(recall, { 1: 0.5, 2: 0.5 }); // of 0 and 9, the nearest two are of the other class
  });

  it("says what is wrong with its arguments", async () => {
    const rejects = (work: Promise<unknown>, message: RegExp) => assert.rejects(work, message);
    await rejects(
      evaluateEmbeddings(embeddings, labels.slice(1)),
      /evaluateEmbeddings: labels must have one entry per row of embeddings, got 199 labels for 200 rows/,
    );
    await rejects(
      evaluateEmbeddings([[0], [1], [2]], [0, 1, 1], { recallAt: [1, 4] }),
      /evaluateEmbeddings: recallAt must hold whole numbers in \[1, n-1\], got 4 with n=3/,
    );
    await rejects(
      evaluateEmbeddings(embeddings, labels, { metrics: ["f1" as "nmi"] }),
      /metrics\[0\] must be "nmi", "recall", "mapAtR" or "rPrecision", got "f1"/,
    );
    await rejects(
      evaluateEmbeddings(embeddings, labels, { metrics: [] }),
      /metrics must be a non-empty array of .*, got \[\]/,
    );
    await rejects(
      evaluateEmbeddings(embeddings, labels, { clusters: 201 }),
      /evaluateEmbeddings: clusters must be in \[1, n\], got clusters=201 with n=200/,
    );
    await rejects(
      evaluateEmbeddings(
        embeddings.map(() => [0, 0]),
        labels,
      ),
      /all 200 rows of embeddings are equal/,
    );
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("evaluateEmbeddings takes a tensor, repeats itself and leaks nothing", async () => {
      const { embeddings, labels } = labeledCloud(1200, 32, 10, 2);
      const tensor = tf.tensor2d(embeddings);
      const before = tf.memory().numTensors;
      const first = await evaluateEmbeddings(tensor, labels);
      assert.deepEqual(await evaluateEmbeddings(tensor, labels), first);
      assert.equal(tf.memory().numTensors, before);
      assert.deepEqual(first.recall, recallAtK(embeddings, labels, [1, 2, 4, 8]));
      tensor.dispose();
    });

    it("evaluateEmbeddings stops when aborted, and frees its tensors", async () => {
      const { embeddings, labels } = labeledCloud(3000, 32, 10, 3);
      const before = tf.memory().numTensors;
      for (const step of ["clusters", "neighbors"] as const) {
        const stop = new AbortController();
        let calls = 0;
        const work = evaluateEmbeddings(embeddings, labels, {
          metrics: [step === "clusters" ? "nmi" : "mapAtR"],
          restarts: 1000,
          signal: stop.signal,
          onProgress: () => {
            calls++;
            stop.abort(new Error("enough"));
            // The event loop turns, and the signal is looked at, about every 40 ms.
            const until = performance.now() + 50;
            while (performance.now() < until);
          },
        });
        await assert.rejects(work, /enough/);
        assert.equal(calls, 1);
        assert.equal(tf.memory().numTensors, before);
      }
      await assert.rejects(
        evaluateEmbeddings(embeddings, labels, { signal: AbortSignal.abort(new Error("before")) }),
        /before/,
      );
    });
  });
}

onEngine("webgpu", () => {
  it("evaluateEmbeddings reads a tensor that can only be read asynchronously; kMeans says what to pass", async () => {
    await useEngine("webgpu");
    const { embeddings, labels } = labeledCloud(60, 4, 3, 4);
    const z = tf.mul<tf.Tensor2D>(tf.tensor2d(embeddings), 1);
    const { recall } = await evaluateEmbeddings(z, labels);
    assert.deepEqual(recall, recallAtK(embeddings, labels, [1, 2, 4, 8]));
    assert.throws(() => kMeans(z, { clusters: 3 }), /kMeans: x is a tensor of the webgpu engine/);
    z.dispose();
  });
});
