import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { temporaryFolder } from "../support/temporary";
import { fewDigits, finished, outcome, small } from "../train/fewDigits";

for (const engine of readableEngines.filter((name) => name !== "cpu")) {
  onEngine(engine, () => {
    it("tells every step in order, learns, and leaks nothing", async () => {
      const { truth } = await fewDigits();
      const before = tf.memory().numTensors;
      const { events, shape } = await outcome(small, { trueLabels: truth });
      assert.equal(tf.memory().numTensors, before);
      assert.deepEqual(shape, [60, 64]);
      const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== "batch");
      const partition = ["partition", "graph", "affinities", "triplets"];
      const epoch = ["epoch", "evaluation"];
      assert.deepEqual(kinds, [
        "started",
        "evaluation",
        ...partition,
        ...epoch,
        ...epoch,
        ...partition,
        ...epoch,
        ...epoch,
        "finished",
      ]);
      const batches = events.filter((event) => event.kind === "batch");
      assert.equal(batches.length, 4 * 4, "60 points, 2 triplets each, 30 a batch");
      for (const { metricCost, loss, spread } of batches) {
        assert.ok(metricCost);
        assert.ok(metricCost[1] <= metricCost[0], "conjugate gradients do not ascend");
        assert.ok(
          Math.abs(loss - metricCost[1] / 30) < 1e-4 * loss,
          "the network's loss is J(L)/T at the new L",
        );
        assert.ok(spread > 0 && spread <= 1);
      }
      const losses = events.flatMap((event) => (event.kind === "epoch" ? [event.loss] : []));
      assert.ok(losses[1] < losses[0], "the loss on one partition falls");
      const { stopReason, bestEpoch, history } = finished(events);
      assert.equal(stopReason, "completed");
      assert.equal(history.length, 4);
      const start = events.find((event) => event.kind === "evaluation")!;
      assert.deepEqual([start.epoch, start.best], [0, true]);
      const scores = [
        start.metrics.nmi + start.metrics.recall[1],
        ...history.map(({ nmi, recallAt1 }) => nmi! + recallAt1!),
      ];
      assert.equal(bestEpoch, scores.indexOf(Math.max(...scores)));
      const mined = events.find((event) => event.kind === "triplets");
      assert.ok(mined?.quality && mined.quality.positives > 0.1);
    });

    it("gives the same numbers with the same seed, others with another", async () => {
      const options = { ...small, epochs: 1 };
      const [a, b, c] = [
        await outcome(options),
        await outcome(options),
        await outcome({ ...options, seed: 6 }),
      ];
      assert.deepEqual(a.embeddings, b.embeddings);
      assert.notDeepEqual(a.embeddings, c.embeddings);
    });

    it("ends with the same numbers when it was stopped after any epoch", async (t) => {
      const whole = await outcome(small);
      for (const stopAt of [1, 2, 3]) {
        const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
        const stop = new AbortController();
        const first = await outcome(small, {
          checkpoint,
          signal: stop.signal,
          // In the middle of the next epoch, whose work is lost and done again.
          onEvent: (event) => {
            if (event.kind === "batch" && event.epoch === stopAt + 1 && event.batch === 2) stop.abort();
          },
        });
        assert.equal(finished(first.events).stopReason, "aborted");
        assert.equal(finished(first.events).epoch, stopAt);
        const second = await outcome(small, { checkpoint });
        assert.equal((second.events[0] as { epoch: number }).epoch, stopAt);
        assert.deepEqual(second.embeddings, whole.embeddings);
        assert.deepEqual(finished(second.events).history, finished(whole.events).history);
      }
    });
  });
}

describe("AGML", () => {
  it("saves and loads to the last bit, and knows itself untrained", async (t) => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const before = tf.memory().numTensors;
    const model = await new AGML({ ...small, epochs: 1 }).fit(images, labels);
    const file = path.join(temporaryFolder(t), "model.safetensors");
    await model.save(file);
    const again = await AGML.load(file);
    const untrained = model.untrained();
    const initial = await new AGML({ ...small, epochs: 0 }).fit(images, labels);
    const [a, b, c, d] = [model, again, untrained, initial].map((some) => {
      const z = some.transform(images);
      some.dispose();
      const values = [...z.dataSync()];
      z.dispose();
      return values;
    });
    assert.deepEqual(b, a);
    assert.deepEqual(again.settings, model.settings);
    assert.notDeepEqual(c, a);
    assert.deepEqual(c, d);
    assert.equal(tf.memory().numTensors, before);
  });

  it("without orthogonality leaves the Grassmann manifold, with it stays on it", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    for (const orthogonal of [true, false]) {
      const model = await new AGML({ ...small, epochs: 1, orthogonal }).fit(images, labels);
      const { metric } = model.learned;
      const defect = tf.tidy(() =>
        tf.max(tf.abs(tf.sub(tf.matMul(metric, metric, true, false), tf.eye(metric.shape[1])))),
      );
      assert.equal(defect.dataSync()[0] < 1e-5, orthogonal);
      defect.dispose();
      model.dispose();
    }
  });
});
