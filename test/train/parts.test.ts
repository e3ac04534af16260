import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import {
  AGML,
  adam,
  affinityMiner,
  angularLoss,
  classBalancedSampler,
  convolution,
  cosine,
  defineMethod,
  dense,
  euclideanMetric,
  fullRankMetric,
  grassmannMetric,
  identity,
  linear,
  maxPool,
  mlp,
  noMetric,
  relu,
  rotate,
  sequential,
  shift,
  stiefelMetric,
  tf,
  useEngine,
  warmup,
  DeepLRML,
  UserError,
  type LossBatch,
  type MinerContext,
  type PartOptions,
  type TrainingEvent,
  type TrainingOptions,
} from "ssdml";
import { random } from "../../lib/core/values/random";
import { temporaryFolder } from "../support/temporary";

/** Forty small images of four classes, half of them labeled: a bright bar at one of four places, and noise. */
function bars() {
  const noise = random(5);
  const count = 40;
  const data = new Float32Array(count * 64);
  const truth = Int32Array.from({ length: count }, (_, i) => i % 4);
  for (let i = 0; i < count; i++)
    for (let p = 0; p < 64; p++)
      data[i * 64 + p] = 0.3 * noise.normal() + ((p >> 3) >> 1 === truth[i] ? 2 : 0);
  return {
    images: { data, shape: [count, 8, 8, 1] as [number, number, number, number] },
    labels: truth.map((label, i) => (i < 20 ? label : -1)),
    truth,
  };
}

const small = { seed: 2, epochs: 2, epochsPerPartition: 1, partitionSize: 20, batchSize: 20 } as const;
const network = () => sequential([convolution(4, 3), maxPool(2), relu(), dense(6)], { input: [8, 8, 1] });

/** All triplets of two labeled points of a class and one of another. */
function labeledTriplets({ labels }: MinerContext) {
  const [anchors, positives, negatives]: number[][] = [[], [], []];
  for (let a = 0; a < labels.length; a++)
    for (let p = 0; p < labels.length; p++)
      for (let n = 0; n < labels.length; n += 7)
        if (
          a !== p &&
          labels[a] >= 0 &&
          labels[a] === labels[p] &&
          labels[n] >= 0 &&
          labels[n] !== labels[a]
        ) {
          anchors.push(a);
          positives.push(p);
          negatives.push(n);
        }
  return { anchors, positives, negatives };
}

function marginLoss({ projected, triplets }: LossBatch): tf.Scalar {
  const rows = (positions: Int32Array) => tf.gather(projected, tf.tensor1d(positions, "int32"));
  const [a, p, n] = [triplets.anchors, triplets.positives, triplets.negatives].map(rows);
  const distance = (x: tf.Tensor, y: tf.Tensor) => tf.sum(tf.squaredDifference(x, y), 1);
  return tf.mean(tf.relu(tf.add(tf.sub(distance(a, p), distance(a, n)), 0.5)));
}

async function run(options: TrainingOptions & PartOptions, fit: object = {}) {
  const { images, labels, truth } = bars();
  const events: TrainingEvent[] = [];
  const model = new AGML({ ...small, ...options });
  await model.fit(images, labels, { trueLabels: truth, ...fit, onEvent: (event) => events.push(event) });
  const z = model.transform(images);
  const embeddings = [...(await z.data())];
  z.dispose();
  return { model, events, embeddings };
}

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

describe("feature vectors", () => {
  const { images, labels, truth } = bars();
  const features = { data: images.data, shape: [40, 64] as [number, number] };

  for (const [name, given, width] of [
    ["no network", undefined, 32],
    ["identity", identity(), 32],
    ["linear", linear(10), 5],
    ["mlp", mlp([12, 8]), 4],
  ] as const)
    it(`are learned with ${name}, and a saved model gives the same embeddings`, async (t) => {
      await useEngine("cpu");
      const before = tf.memory().numTensors;
      const model = await new AGML({ ...small, k: 4, network: given }).fit(features, labels, {
        validation: { images: features, labels: truth },
      });
      const z = model.transform(features);
      assert.deepEqual(z.shape, [40, width]);
      const file = path.join(temporaryFolder(t), "model.safetensors");
      await model.save(file);
      const again = await AGML.load(file, given);
      const loaded = again.transform(features);
      assert.deepEqual(await loaded.data(), await z.data());
      tf.dispose([z, loaded]);
      again.dispose();
      model.dispose();
      given?.dispose();
      assert.ok(tf.memory().numTensors <= before);
    });

  it("may be rows, tensors or typed rows, and the competitors take them too", async () => {
    await useEngine("cpu");
    const rows = Array.from({ length: 40 }, (_, i) => [...features.data.subarray(i * 64, (i + 1) * 64)]);
    const tensor = tf.tensor2d(features.data, [40, 64]);
    const values = [];
    for (const given of [features, rows, tensor]) {
      const model = await new DeepLRML({ ...small, epochs: 1 }).fit(given, [...labels]);
      const z = model.transform(given);
      values.push([...(await z.data())]);
      z.dispose();
      model.dispose();
    }
    tensor.dispose();
    assert.deepEqual(values[1], values[0]);
    assert.deepEqual(values[2], values[0]);
  });
});

describe("defineMethod", () => {
  it("makes a learner from parts, with defaults of its own, whose miner reports its own events", async (t) => {
    await useEngine("cpu");
    interface Counted {
      kind: "counted";
      labeled: number;
    }
    const Mine = defineMethod<Counted>({
      name: "Mine",
      network: network(),
      miner: (context) => {
        context.report({
          kind: "counted",
          labeled: context.labels.filter((label) => label >= 0).length,
        } as Counted);
        return labeledTriplets(context);
      },
      loss: marginLoss,
      optimizer: adam(),
      settings: small,
    });
    const { images, labels } = bars();
    const model = new Mine({ epochs: 1 });
    assert.equal(model.settings.batchSize, 20);
    const kinds: string[] = [];
    for await (const event of model.steps(images, labels)) {
      kinds.push(event.kind);
      if (event.kind === "counted") assert.equal(event.labeled, 20);
    }
    assert.deepEqual(
      kinds.filter((kind) => kind !== "batch"),
      ["started", "partition", "counted", "triplets", "epoch", "finished"],
    );
    const file = path.join(temporaryFolder(t), "mine.safetensors");
    await model.save(file);
    const again = await Mine.load(file);
    const [z, loaded] = [model.transform(images), again.transform(images)];
    assert.deepEqual(await loaded.data(), await z.data());
    tf.dispose([z, loaded]);
    model.dispose();
    again.dispose();
    assert.equal(Mine.methodName, "Mine");
    assert.throws(() => new Mine({ momentum: 0.5 }), /Mine: there is no option "momentum"/);
    assert.throws(() => defineMethod({ name: "X", minar: labeledTriplets } as never), /did you mean miner/);
  });
});

describe("a wrong part", () => {
  const good = { network: network(), miner: labeledTriplets };
  const one = [0];
  const cases: [string, PartOptions, RegExp][] = [
    [
      "a miner that returns nothing",
      { miner: () => undefined as never },
      /^miner: miner must return \{ anchors, positives, negatives \}, got undefined\.$/,
    ],
    [
      "no triplets",
      { miner: () => ({ anchors: [], positives: [], negatives: [] }) },
      /miner: miner must return at least one triplet, got none/,
    ],
    [
      "positions outside",
      { miner: () => ({ anchors: one, positives: [99], negatives: one }) },
      /positives as positions in \[0, 39\] of the partition, got 99 at 0/,
    ],
    [
      "unequal lengths",
      { miner: () => ({ anchors: [0, 1], positives: one, negatives: one }) },
      /got 2 anchors, 1 positives and 1 negatives/,
    ],
    [
      "NaN weights",
      { miner: () => ({ anchors: one, positives: one, negatives: one, weights: [NaN] }) },
      /weights of at least 0, got NaN at 0/,
    ],
    [
      "too few weights",
      { miner: () => ({ anchors: one, positives: one, negatives: one, weights: [] }) },
      /a weight for each of its 1 triplets, got 0/,
    ],
    [
      "a vector as the loss",
      { loss: ({ embeddings }) => tf.sum<never>(embeddings, 1) },
      /^loss: loss must return a scalar, got a tensor of shape \[\d+\]\. Take tf\.mean/,
    ],
    [
      "NaN as the loss",
      { loss: ({ embeddings }) => tf.mul(tf.mean(embeddings), NaN) },
      /finite number, got NaN|must be finite, got NaN/,
    ],
    ["a number as the loss", { loss: () => 3 as never }, /loss: loss must return a tf\.Scalar, got 3/],
    [
      "an augmentation that changes the shape",
      { augment: [(images) => tf.slice(images, [0, 0, 0, 0], [-1, 4, 8, 1])] },
      /^augment: .*must return a batch of the shape \[\d+, 8, 8, 1\] that it was given, got a tensor of shape/,
    ],
    [
      "a sampler out of range",
      { sampler: () => [Int32Array.of(1e6)] },
      /sampler: .*must be positions in \[0, \d+\], got 1000000/,
    ],
    [
      "a negative schedule",
      { schedule: () => -1 },
      /schedule: what schedule returns must be a number of at least 0, got -1/,
    ],
    [
      "a network whose output is not [n, d]",
      {
        network: () => ({
          ...network().copy({ seed: 1, input: [8, 8, 1] }),
          trace: undefined as never,
          forward: (x: tf.Tensor) => tf.reshape<tf.Rank.R2>(x, [-1, 8]),
          dimension: 6,
        }),
      },
      /network: sequential must return embeddings \[n, d\] = \[\d+, 6\], got the shape \[\d+, 8\]/,
    ],
  ];
  for (const [what, wrong, sentence] of cases)
    it(`(${what}) is named in one sentence, and what was learned so far is kept`, async () => {
      await useEngine("cpu");
      const { images, labels } = bars();
      const model = new AGML({
        ...small,
        epochs: 1,
        metric: grassmannMetric({ dimension: 3, iterations: 1 }),
        ...good,
        ...wrong,
      });
      await assert.rejects(model.fit(images, labels), (error) => {
        assert.ok(error instanceof UserError, String(error));
        assert.match(error.message, sentence);
        return true;
      });
      if (!("network" in wrong)) {
        const z = model.transform(images);
        assert.equal(z.shape[0], 40);
        z.dispose();
      }
      model.dispose();
    });

  it("is refused where it is given", () => {
    const refuse = (options: object, sentence: RegExp) => {
      assert.throws(() => new AGML(options), sentence);
    };
    refuse({ miner: 3 }, /AGML: miner must be a miner such as affinityMiner/);
    refuse({ loss: "angular" }, /AGML: loss must be a loss such as angularLoss/);
    refuse({ optimizer: "adam" }, /AGML: optimizer must be an optimizer such as adam/);
    refuse({ metric: {} }, /AGML: metric\.start must be a function/);
    refuse({ augment: shift(2) }, /AGML: augment must be an array of augmentations/);
    refuse({ network: {} }, /AGML: network\.copy must be a function/);
    refuse(
      { miner: labeledTriplets, k: 5 },
      /k is a setting of the default miner, and you pass a miner of your own/,
    );
    refuse({ mineer: labeledTriplets }, /there is no option "mineer".*did you mean miner\?/);
    assert.throws(() => new DeepLRML({ miner: labeledTriplets }), /Deep-LRML: miner cannot be replaced/);
    assert.throws(() => sequential([3 as never]), /sequential: layers\[0\] must be a layer such as dense/);
    assert.throws(
      () => sequential([convolution(2, 9)], { input: [8, 8, 1], seed: 1 }),
      /convolution: size must be at most .* 8 × 8 pixels, got 9/,
    );
    assert.throws(
      () => sequential([convolution(2, 3)], { input: [8, 8, 1], seed: 1 }),
      /must give one vector per example, got images of the shape \[6, 6, 2\]/,
    );
    assert.throws(
      () => angularLoss({ alph: 3 } as never),
      /angularLoss: there is no option "alph".*did you mean alpha/,
    );
  });
});
