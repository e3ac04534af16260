import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import type { Random } from "../../lib/core/values";
import { readSafetensors } from "../../lib/io/files";
import { adam, noMetric, tf, useEngine, type Loss, type LossBatch } from "ssdml";
import { temporaryFolder } from "../support/temporary";
import { bars, labeledTriplets, network, run, small } from "./bars";

/** The cross-entropy of softmax(zL·H), which needs a column of H for each class. */
function headLoss(seen: LossBatch[] = [], rate?: number): Loss {
  return Object.assign(
    (batch: LossBatch) => {
      seen.push(batch);
      const logits = tf.matMul<tf.Tensor2D>(batch.projected, batch.learned.head);
      const truth = tf.oneHot(tf.tensor1d(batch.labels, "int32"), batch.classCount);
      return tf.mean<tf.Scalar>(tf.neg(tf.sum(tf.mul(truth, tf.logSoftmax(logits)), 1)));
    },
    {
      learned: ({ classes, dimension }: { classes: number; dimension: number }, random: Random) => ({
        head: tf.tensor2d(
          Float32Array.from({ length: dimension * classes }, () => random.normal()),
          [dimension, classes],
        ),
      }),
      ...(rate !== undefined && { learnedRate: rate }),
    },
  );
}

/** Pulls every example to its embedding of the mini-batches before. */
function memoryLoss(seen: LossBatch[] = []): Loss {
  const rows = (batch: LossBatch) =>
    tf.gather(batch.memory.bank, tf.tensor1d(batch.positions, "int32")) as tf.Tensor2D;
  return Object.assign(
    (batch: LossBatch) => {
      seen.push(batch);
      return tf.mean<tf.Scalar>(tf.squaredDifference(batch.projected, rows(batch)));
    },
    {
      memory: ({ points, dimension }: { points: number; dimension: number }) => ({
        bank: tf.zeros([points, dimension]),
      }),
      remember: (batch: LossBatch) => {
        const places = tf.tensor2d(batch.positions, [batch.positions.length, 1], "int32");
        return { bank: tf.tensorScatterUpdate(batch.memory.bank, places, batch.projected) };
      },
    },
  );
}

/** Two classes of the miner's own, other ones in every partition. */
const relabeling = (context: Parameters<typeof labeledTriplets>[0]) => ({
  ...labeledTriplets(context),
  labels: context.labels.map((_, i) => (i + context.epoch) % 2),
});

const common = {
  ...small,
  miner: labeledTriplets,
  optimizer: adam({ learningRate: 0.01 }),
} as const;

describe("what a loss learns", () => {
  before(() => useEngine("cpu"));

  it("is made once for known classes, learned with the network, and dropped", async () => {
    const seen: LossBatch[] = [];
    const heads: number[][] = [];
    const loss = headLoss(seen);
    const parts = { ...common, network: network() };
    const { model, events } = await run({
      ...parts,
      metric: noMetric(),
      loss: Object.assign((batch: LossBatch) => {
        heads.push([...batch.learned.head.dataSync()]);
        return loss(batch);
      }, loss),
    });
    assert.ok(seen.every(({ classCount }) => classCount === 4));
    assert.deepEqual(seen[0].learned.head.shape, [6, 4]);
    const distinct = new Set(heads.map(String));
    const batches = events.filter(({ kind }) => kind === "batch").length;
    assert.equal(distinct.size, batches, "every mini-batch changes it");
    const losses = events.flatMap((event) => (event.kind === "epoch" ? [event.loss] : []));
    assert.ok(losses[1] < losses[0], "it goes on learning in the second partition");
    assert.deepEqual(
      Object.keys(model.learned.network.parameters),
      Object.keys(parts.network.parameters),
      "the model has none of it",
    );
    model.dispose();
  });

  it("has a learning rate of its own", async () => {
    const firstStep = async (rate: number) => {
      const heads: number[][] = [];
      const loss = headLoss([], rate);
      const watched = Object.assign((batch: LossBatch) => {
        heads.push([...batch.learned.head.dataSync()]);
        return loss(batch);
      }, loss);
      const { model } = await run({
        ...common,
        metric: noMetric(),
        network: network(),
        loss: watched,
        epochs: 1,
      });
      model.dispose();
      return heads[1].map((value, i) => Math.abs(value - heads[0][i]));
    };
    const [once, tenfold] = [await firstStep(1), await firstStep(10)];
    // Adam's first step is the learning rate times the sign of the gradient.
    once.forEach((step, i) => {
      assert.ok(Math.abs(step - 0.01) < 1e-4 && Math.abs(tenfold[i] - 0.1) < 1e-3, `${step} ${tenfold[i]}`);
    });
  });

  it("is made anew where the miner makes the classes", async () => {
    const seen: LossBatch[] = [];
    const { model } = await run({ ...common, network: network(), loss: headLoss(seen), miner: relabeling });
    assert.ok(
      seen.every(({ classCount, labels }) => classCount === 2 && labels.every((label) => label >= 0)),
    );
    model.dispose();
  });

  it("is in checkpoints, and a resumed run has the same outcome", async (t) => {
    for (const loss of [headLoss, memoryLoss]) {
      const folder = temporaryFolder(t);
      const options = { ...common, network: network(), loss: loss(), epochsPerPartition: 3, epochs: 3 };
      const whole = await run(options);
      const checkpoint = path.join(folder, "checkpoint.safetensors");
      (await run({ ...options, epochs: 2 }, { checkpoint })).model.dispose();
      const { arrays } = await readSafetensors(checkpoint);
      const kept = Object.keys(arrays).filter((name) => name.startsWith("loss/"));
      assert.ok(kept.includes(loss === headLoss ? "loss/learned/head" : "loss/memory/bank"));
      const resumed = await run(options, { checkpoint });
      assert.deepEqual(resumed.embeddings, whole.embeddings);
      for (const { model } of [whole, resumed]) model.dispose();
    }
  });

  it("leaves no tensors behind", async () => {
    const shared = network();
    const once = async (loss: Loss) => {
      (await run({ ...common, network: shared, loss, miner: relabeling })).model.dispose();
    };
    await once(headLoss());
    const { numTensors } = tf.memory();
    await once(headLoss());
    await once(memoryLoss());
    // Networks of the tests before may be freed meanwhile.
    assert.ok(tf.memory().numTensors <= numTensors);
    shared.dispose();
  });

  it("is named where the loss does not use it", async () => {
    const idle = Object.assign((batch: LossBatch) => tf.mean<tf.Scalar>(batch.projected), {
      learned: () => ({ idle: tf.zeros([2]) }),
    });
    await assert.rejects(
      run({ ...common, network: network(), loss: idle }),
      /does not depend on the embeddings, or not on all that it learns \(idle\)/,
    );
  });
});

describe("what a loss remembers", () => {
  before(() => useEngine("cpu"));

  it("is what it returned after the mini-batch before", async () => {
    const banks: { before: number[]; positions: Int32Array; embeddings: number[] }[] = [];
    const loss = memoryLoss();
    const watched = Object.assign((batch: LossBatch) => {
      banks.push({
        before: [...batch.memory.bank.dataSync()],
        positions: batch.positions,
        embeddings: batch.embeddings instanceof tf.Tensor ? [...batch.projected.dataSync()] : [],
      });
      return loss(batch);
    }, loss);
    const { model } = await run({
      ...common,
      network: network(),
      loss: watched,
      metric: noMetric(),
      epochs: 1,
    });
    assert.ok(banks[0].before.every((value) => value === 0));
    const { positions, embeddings } = banks[0];
    positions.forEach((position, i) => {
      assert.deepEqual(
        banks[1].before.slice(6 * position, 6 * position + 6),
        embeddings.slice(6 * i, 6 * i + 6),
      );
    });
    model.dispose();
  });

  it("is made anew for a new partition", async () => {
    const { images } = bars();
    const seen: LossBatch[] = [];
    const firsts: number[] = [];
    const loss = memoryLoss(seen);
    const { model, events } = await run({
      ...common,
      network: network(),
      metric: noMetric(),
      loss: Object.assign((batch: LossBatch) => {
        firsts.push(batch.memory.bank.dataSync().filter((value) => value !== 0).length);
        return loss(batch);
      }, loss),
    });
    const perEpoch = events.filter((event) => event.kind === "batch" && event.epoch === 1).length;
    assert.ok(images.shape[0] > 0 && firsts[0] === 0 && firsts[1] > 0 && firsts[perEpoch] === 0);
    model.dispose();
  });
});
