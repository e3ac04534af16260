import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import {
  AGML,
  adam,
  affinityMiner,
  classBalancedSampler,
  cosine,
  euclideanMetric,
  fullRankMetric,
  grassmannMetric,
  noMetric,
  rotate,
  shift,
  stiefelMetric,
  tf,
  useEngine,
  warmup,
  UserError,
  type MinerContext,
  type PartOptions,
  type TrainingEvent,
} from "ssdml";
import { temporaryFolder } from "../support/temporary";
import { network, labeledTriplets, marginLoss, run } from "./bars";

describe("parts", () => {
  it("of one's own train: network, augmentation, miner, loss, metric, optimizer, schedule, sampler; the same seed gives the same numbers, and nothing leaks", async () => {
    await useEngine("cpu");
    const before = tf.memory().numTensors;
    const parts = () => ({
      network: network(),
      augment: [shift(1), rotate(10)],
      miner: labeledTriplets,
      loss: marginLoss,
      metric: grassmannMetric({ dimension: 3, iterations: 2 }),
      optimizer: adam({ learningRate: 0.01 }),
      schedule: warmup(1, cosine()),
      sampler: classBalancedSampler(),
    });
    const first = await run(parts());
    const second = await run(parts());
    assert.deepEqual(first.embeddings, second.embeddings);
    assert.equal(first.embeddings.length, 40 * 3);
    const { quality } = first.events.find(({ kind }) => kind === "triplets") as Extract<
      TrainingEvent,
      { kind: "triplets" }
    >;
    assert.equal(quality!.positives, 1);
    assert.equal(quality!.negatives, 1);
    // The margin loss goes down over the epochs.
    const losses = first.events.flatMap((event) => (event.kind === "epoch" ? [event.loss] : []));
    assert.ok(losses[1] < losses[0], losses.join());
    // L is learned also without a closed form of its gradient, and stays orthonormal.
    const batches = first.events.flatMap((event) => (event.kind === "batch" ? [event] : []));
    assert.ok(batches.every(({ metricCost: [was, is] = [0, 1] }) => is <= was + 1e-6));
    assert.ok(batches.some(({ metricCost: [was, is] = [0, 0] }) => is < was));
    const { metric } = first.model.learned;
    const gram = tf.tidy(() => tf.matMul<tf.Tensor2D>(metric, metric, true).arraySync());
    gram.forEach((row, i) => {
      row.forEach((value, j) => {
        assert.ok(Math.abs(value - (i === j ? 1 : 0)) < 1e-4);
      });
    });
    first.model.dispose();
    second.model.dispose();
    assert.equal(tf.memory().numTensors, before);
  });

  it("of ours are recorded with their settings, bare functions with their source", () => {
    const model = new AGML({
      miner: labeledTriplets,
      optimizer: adam(),
      augment: [shift(2)],
      network: network(),
    });
    assert.deepEqual(model.parts.loss, { name: "angularLoss", settings: { alpha: 40, reduction: "mean" } });
    assert.deepEqual(model.parts.augment, [{ name: "shift", settings: { pixels: 2 } }]);
    const { miner, network: recorded } = model.parts as Record<
      string,
      { name: string; source?: string; settings?: { layers: unknown[] } }
    >;
    assert.equal(miner.name, "labeledTriplets");
    assert.match(miner.source!, /labels\[a\] >= 0/);
    assert.equal(recorded.settings!.layers.length, 4);
    // Settings of the replaced parts have no meaning.
    assert.equal(model.settings.k, undefined);
    assert.equal(model.settings.alpha, 40);
  });

  for (const metric of [stiefelMetric, euclideanMetric, fullRankMetric, noMetric] as const)
    it(`${metric.name} learns with a loss that is only differentiated`, async () => {
      await useEngine("cpu");
      const part = metric === noMetric || metric === fullRankMetric ? metric() : metric({ dimension: 3 });
      const { model, embeddings } = await run({
        network: network(),
        miner: labeledTriplets,
        loss: marginLoss,
        metric: part,
      });
      assert.ok(embeddings.every(Number.isFinite));
      assert.equal(embeddings.length / 40, metric === noMetric || metric === fullRankMetric ? 6 : 3);
      model.dispose();
    });

  it("resume to the same numbers, and refuse other parts with the difference named", async (t) => {
    await useEngine("cpu");
    const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
    const parts = {
      network: network(),
      miner: labeledTriplets,
      optimizer: adam({ learningRate: 0.01 }),
      augment: [shift(1)],
    };
    const whole = await run(parts);
    (await run({ ...parts, epochs: 1 }, { checkpoint })).model.dispose();
    const refused = async (changed: PartOptions, sentence: RegExp) => {
      await assert.rejects(run({ ...parts, ...changed }, { checkpoint }), (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, sentence);
        return true;
      });
    };
    await refused(
      { optimizer: adam({ learningRate: 0.02 }) },
      /the optimizer's learningRate was 0\.01 and is 0\.02/,
    );
    await refused({ miner: affinityMiner() }, /the miner was labeledTriplets and is affinityMiner/);
    await refused({ augment: [] }, /the augment was shift and is none/);
    await refused(
      {
        miner: Object.defineProperty((context: MinerContext) => labeledTriplets(context), "name", {
          value: "labeledTriplets",
        }),
      },
      /the source text of the miner labeledTriplets has changed/,
    );
    const resumed = await run(parts, { checkpoint });
    assert.deepEqual(resumed.embeddings, whole.embeddings);
    resumed.model.dispose();
    whole.model.dispose();
  });
});
