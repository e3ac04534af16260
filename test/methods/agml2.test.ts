import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import {
  AGML2,
  batchAngularLoss,
  evaluateEmbeddings,
  grassmannMetric,
  loadDataset,
  dense,
  noMetric,
  semiSupervisedSplit,
  sequential,
  tf,
  useEngine,
  type TrainingEvent,
} from "ssdml";
import { random } from "../../lib/core/values/random";
import { selectImages } from "../../lib/datasets/images/selectImages";
import { temporaryFolder } from "../support/temporary";
import { bars, network } from "../train/bars";

const small = {
  seed: 2,
  epochs: 4,
  warmStart: 2,
  partitionSize: 20,
  tripletsPerPartition: 60,
  batchSize: 10,
  k: 4,
};

async function embeddingsOf(model: AGML2, images: ReturnType<typeof bars>["images"]) {
  const z = model.transform(images);
  const values = [...(await z.data())];
  z.dispose();
  return values;
}

describe("AGML2", () => {
  before(() => useEngine("cpu"));

  it("trains with its parts, repeats with the seed, and leaks no tensor", async () => {
    const { images, labels, truth } = bars();
    const count = tf.memory().numTensors;
    const run = async () => {
      const events: TrainingEvent[] = [];
      const model = new AGML2({ ...small, network: network() });
      await model.fit(images, labels, { trueLabels: truth, onEvent: (event) => events.push(event) });
      const embeddings = await embeddingsOf(model, images);
      model.dispose();
      return { embeddings, events };
    };
    const first = await run();
    assert.deepEqual(first.embeddings, (await run()).embeddings);
    assert.equal(tf.memory().numTensors, count);
    const kinds = first.events.map(({ kind }) => kind);
    // Two partitions of warm start, without a graph, then two with one.
    assert.equal(kinds.filter((kind) => kind === "triplets").length, 4);
    assert.equal(kinds.filter((kind) => kind === "affinities").length, 2);
    const losses = first.events.flatMap((event) => (event.kind === "epoch" ? [event.loss] : []));
    assert.ok(losses[1] < losses[0], losses.join());
  });

  it("goes on from a checkpoint as if it had never stopped, and saves and loads", async (t) => {
    const { images, labels } = bars();
    const folder = temporaryFolder(t);
    const checkpoint = path.join(folder, "checkpoint.safetensors");
    const whole = new AGML2({ ...small, network: network() });
    await whole.fit(images, labels);
    const stopped = new AGML2({ ...small, network: network() });
    const controller = new AbortController();
    await stopped.fit(images, labels, {
      checkpoint,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.kind === "epoch" && event.epoch === 3) controller.abort();
      },
    });
    const resumed = new AGML2({ ...small, network: network() });
    await resumed.fit(images, labels, { checkpoint });
    const expected = await embeddingsOf(whole, images);
    assert.deepEqual(await embeddingsOf(resumed, images), expected);
    const file = path.join(folder, "model.safetensors");
    await resumed.save(file);
    const loaded = await AGML2.load(file, network());
    assert.deepEqual(await embeddingsOf(loaded, images), expected);
    for (const model of [whole, stopped, resumed, loaded]) model.dispose();
  });

  it("learns feature vectors, whose augmentation is none", async () => {
    const noise = random(1);
    const truth = Int32Array.from({ length: 90 }, (_, i) => i % 3);
    const rows = Array.from(truth, (label) =>
      [0, 1, 2, 3].map((c) => (c === label ? 1 : 0) + 0.2 * noise.normal()),
    );
    const model = new AGML2({ ...small, metricDimension: 3, partitionSize: 80 });
    await model.fit(
      rows,
      truth.map((label, i) => (i < 12 ? label : -1)),
    );
    assert.deepEqual(model.parts.augment, []);
    assert.deepEqual(model.learned.metric.shape, [4, 3]);
    model.dispose();
  });

  it("records its parts, chosen by the shape of the pictures once it is known", async () => {
    const { images, labels } = bars();
    const model = new AGML2({ ...small, epochs: 0, network: network() });
    await model.fit(images, labels);
    const names = (part: unknown) => (part as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names(model.parts.augment), ["shift", "rotate", "scale"]);
    assert.equal((model.parts.miner as { name: string }).name, "beliefMiner");
    assert.equal((model.parts.loss as { name: string }).name, "batchAngularLoss");
    assert.equal((model.parts.optimizer as { name: string }).name, "adam");
    model.dispose();
  });

  it("weights pairs by their confidences on color pictures, unless it is told otherwise", async () => {
    const { images, labels } = bars();
    const [n, height, width] = images.shape;
    const color = {
      data: Float32Array.from({ length: 3 * images.data.length }, (_, i) => images.data[Math.floor(i / 3)]),
      shape: [n, height, width, 3],
    };
    const weighted = async (pictures: typeof images, options: object) => {
      const layers = sequential([dense(4)]);
      const model = new AGML2({ ...small, epochs: 0, preprocessing: "none", network: layers, ...options });
      await model.fit(pictures, labels);
      const { settings } = model.parts.loss as unknown as { settings: { weighted: boolean } };
      model.dispose();
      return settings.weighted;
    };
    assert.equal(await weighted(images, {}), false);
    assert.equal(await weighted(images, { weighted: true }), true);
    assert.equal(await weighted(color as typeof images, {}), true);
    assert.equal(await weighted(color as typeof images, { weighted: false }), false);
  });

  it("learns L on one of ten batches unless the metric says otherwise", async () => {
    const { images, labels } = bars();
    const learned = async (options: object) => {
      const model = new AGML2({
        ...small,
        epochs: 1,
        tripletsPerPartition: 120,
        network: network(),
        ...options,
      });
      const batches: (number | undefined)[] = [];
      await model.fit(images, labels, {
        onEvent: (event) => {
          if (event.kind === "batch") batches.push(event.metricIterations);
        },
      });
      model.dispose();
      return batches.map((iterations) => iterations !== undefined);
    };
    const every = (n: number) => Array.from({ length: 12 }, (_, i) => i % n === 0);
    assert.deepEqual(await learned({}), every(10));
    assert.deepEqual(await learned({ metric: grassmannMetric({ every: 3, iterations: 1 }) }), every(3));
    assert.deepEqual(await learned({ metric: noMetric() }), every(99).fill(false));
  });

  it("rejects SGD's settings, and options of parts that are replaced", () => {
    assert.throws(() => new AGML2({ momentum: 0.5 } as never), /AGML2: .*momentum/);
    assert.throws(
      () => new AGML2({ loss: batchAngularLoss(), alpha: 30 }),
      /alpha is a setting of the default loss/,
    );
    assert.throws(() => new AGML2({ leaveOut: 1 }), /AGML2: leaveOut must be/);
    assert.throws(() => new AGML2({ leavOut: 0.1 } as never), /leaveOut/);
  });
});

describe("AGML2 on digits", () => {
  it("learns far more from 100 labels and 1,000 unlabeled digits than the untrained network knows", async (t) => {
    await useEngine("wasm");
    const { train, test } = await loadDataset("mnist");
    const chosen = Int32Array.from({ length: 1100 }, (_, i) => i);
    const truth = train.labels.slice(0, 1100);
    const { labels } = semiSupervisedSplit(truth, { labeledPerClass: 10, validation: 0, seed: 1 });
    const model = new AGML2({ seed: 1, epochs: 3, warmStart: 1, tripletsPerPartition: 700 });
    let negatives = 0;
    await model.fit(selectImages(train.images, chosen), labels, {
      trueLabels: truth,
      onEvent: (event) => {
        if (event.kind === "triplets") negatives = event.quality!.negatives;
      },
    });
    const few = Int32Array.from({ length: 600 }, (_, i) => i);
    const images = selectImages(test.images, few);
    const judge = async (learner: { transform(x: typeof images): tf.Tensor2D }) => {
      const z = learner.transform(images);
      const result = await evaluateEmbeddings(z, test.labels.slice(0, 600), { recallAt: [1], seed: 1 });
      z.dispose();
      return result;
    };
    const [start, end] = [await judge(model.untrained()), await judge(model)];
    // A model that was saved and loaded knows the same start and the same end.
    const file = path.join(temporaryFolder(t), "model.safetensors");
    await model.save(file);
    const loaded = await AGML2.load(file);
    assert.deepEqual([await judge(loaded.untrained()), await judge(loaded)], [start, end]);
    assert.ok(negatives > 0.95, `negatives right: ${negatives}`);
    assert.ok(end.nmi > start.nmi + 0.2, `NMI ${start.nmi} → ${end.nmi}`);
    assert.ok(end.recall[1] > start.recall[1] + 0.03, `R@1 ${start.recall[1]} → ${end.recall[1]}`);
  });
});
