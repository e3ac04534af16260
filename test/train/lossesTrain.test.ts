import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values";
import { useEngine } from "../../lib/engine";
import { mapAtR } from "../../lib/evaluate";
import {
  lossMakers,
  ntXentLoss,
  softmaxLoss,
  tripletMarginLoss,
  type Loss,
  type LossBatch,
} from "../../lib/losses";
import { allTriplets, batchHardMiner, minerMakers, type Miner } from "../../lib/mining";
import { mlp } from "../../lib/networks";
import { adam, classBalancedSampler, defineMethod, grassmannMetric, noMetric } from "../../lib/train";

/** Three classes along three of six directions; the other directions are noise. */
const noise = random(4);
const classes = Int32Array.from({ length: 60 }, (_, i) => i % 3);
const labels = classes.map((label, i) => (i % 4 === 0 ? -1 : label));
const x = {
  data: Float32Array.from(
    { length: 60 * 6 },
    (_, at) => (at % 6 === classes[Math.floor(at / 6)] ? 1.5 : 0) + noise.normal() * (at % 6 < 3 ? 0.3 : 1.2),
  ),
  shape: [60, 6] as [number, number],
};

async function train(loss: Loss, more: { views?: number; miner?: Miner } = {}) {
  const { miner = allTriplets({ perAnchor: 3 }), views = 1 } = more;
  const Method = defineMethod({
    name: "Mine",
    miner,
    loss,
    sampler: classBalancedSampler(),
    metric: grassmannMetric({ iterations: 2 }),
    optimizer: adam({ learningRate: 5e-3 }),
    settings: { epochs: 6, views, batchSize: 30 },
  });
  const model = await new Method({ network: mlp([12]) }).fit(x, labels);
  const untrained = model.untrained();
  const quality: number[] = [];
  for (const one of [untrained, model]) {
    const embeddings = one.transform(x);
    quality.push(mapAtR({ data: await embeddings.data<"float32">(), shape: embeddings.shape }, classes));
    embeddings.dispose();
    one.dispose();
  }
  return quality;
}

describe("each loss", () => {
  before(() => useEngine("wasm"));

  // These two learn from views, of which there are none here.
  for (const make of lossMakers.filter((one) => !["ntXentLoss", "viewLoss"].includes(one.name)))
    it(`${make.name} teaches a network and L on Gr(d, l), and leaks nothing`, async () => {
      const tensors = tf.memory().numTensors;
      const [at, after] = await train(make());
      assert.ok(after > at + 0.05, `MAP@R ${at} → ${after}`);
      assert.equal(tf.memory().numTensors, tensors);
    });

  it("ntXentLoss learns from views, and says so where there are none", async () => {
    const quality = await train(ntXentLoss(), { views: 2 });
    assert.ok(quality.every(Number.isFinite));
    await assert.rejects(train(ntXentLoss()), /ntXentLoss: the mini-batch has one view of each example/);
  });

  it("with a miner sees what it mines in the batch, with the embeddings as they are", async () => {
    const seen: LossBatch["triplets"][] = [];
    const mined = batchHardMiner();
    const loss = tripletMarginLoss({ miner: mined });
    const watching = Object.assign(
      (batch: LossBatch) => {
        seen.push(batch.triplets);
        const { projected } = batch;
        const found = mined({ data: projected.dataSync(), shape: projected.shape } as never, batch.labels);
        assert.deepEqual([...batch.triplets.negatives], [...found.negatives]);
        return loss(batch);
      },
      { miner: mined },
    );
    const Method = defineMethod({ name: "Mine", miner: allTriplets({ perAnchor: 1 }), loss: watching });
    (await new Method({ network: mlp([12]), epochs: 2, metric: noMetric() }).fit(x, labels)).dispose();
    assert.ok(seen.length >= 2);
  });

  it("that learns says what it takes on its own", () => {
    const wrong = { weights: tf.zeros([2, 2]), bias: tf.zeros([2]) };
    assert.throws(
      () => softmaxLoss()([[1, 0]], [0], { learned: wrong }),
      /learned.weights must be a tensor of shape \[1, 2\], got \[2, 2\]/,
    );
    assert.throws(
      () => softmaxLoss()([[1, 0]], [0], { learned: { proxies: wrong.weights } }),
      /softmaxLoss: learned\./,
    );
    assert.throws(() => softmaxLoss()([[1, 0]], [-1]), /softmaxLoss needs examples with labels/);
    assert.throws(() => softmaxLoss()([[1, 0]], undefined as never), /softmaxLoss: labels must be/);
    tf.dispose(wrong);
  });
});

describe("each miner of labeled examples", () => {
  before(() => useEngine("wasm"));
  for (const make of minerMakers.filter(
    (one) => !["affinityMiner", "beliefMiner", "everyExample", "exemplarMiner"].includes(one.name),
  ))
    it(`${make.name} finds the triplets of a partition`, async () => {
      const [at, after] = await train(tripletMarginLoss(), { miner: make() });
      assert.ok(after > at, `MAP@R ${at} → ${after}`);
    });
});
