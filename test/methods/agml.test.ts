import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { writeSafetensors } from "../../lib/io/files/safetensors";
import { loadDataset, selectImages, semiSupervisedSplit, type LabeledImages } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { AGML, type AgmlOptions } from "../../lib/methods";
import { type AgmlEvent } from "../../lib/train";
import { cifarNetwork, embed, mnistNetwork } from "../../lib/networks";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { temporaryFolder } from "../support/temporary";

/** Real digits: 90 to learn from, 20 of them labeled, and 60 to choose the best epoch by. */
async function fewDigits() {
  const { train } = await loadDataset("mnist");
  const part = (first: number, end: number): LabeledImages => {
    const positions = Int32Array.from({ length: end - first }, (_, i) => first + i);
    return { images: selectImages(train.images, positions), labels: positions.map((i) => train.labels[i]) };
  };
  const { images, labels: truth } = part(0, 90);
  const { labels } = semiSupervisedSplit(truth, { labeledPerClass: 2, validation: 0, seed: 3 });
  return { images, labels, truth, validation: part(100, 160) };
}

const noValidation = { validation: undefined } as unknown as { validation: LabeledImages };

const small: AgmlOptions = {
  seed: 5,
  k: 4,
  partitionSize: 40,
  batchSize: 30,
  epochs: 4,
  epochsPerPartition: 2,
  metricIterations: 3,
  learningRate: 1e-4,
};

/** All that a run says in numbers, and what it learned. */
async function outcome(options: AgmlOptions, fit: Parameters<AGML["fit"]>[2] = {}) {
  const { images, labels, validation } = await fewDigits();
  const model = new AGML(options);
  const events: AgmlEvent[] = [];
  await model.fit(images, labels, {
    validation,
    ...fit,
    onEvent: (event) => {
      events.push(event);
      fit.onEvent?.(event);
    },
  });
  const embeddings = model.transform(validation.images);
  const result = { events, embeddings: Array.from(await embeddings.data()), shape: embeddings.shape };
  embeddings.dispose();
  model.dispose();
  return result;
}

const finished = (events: AgmlEvent[]) => {
  const last = events[events.length - 1];
  assert.equal(last.kind, "finished");
  return last;
};

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
      const scores = history.map(({ nmi, recallAt1 }) => nmi! + recallAt1!);
      assert.equal(bestEpoch, 1 + scores.indexOf(Math.max(...scores)));
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

  it("is fitted also for those who leave at the last event, and leaks nothing where they leave earlier", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const before = tf.memory().numTensors;
    for (const kind of ["graph", "batch", "finished"]) {
      const model = new AGML({ ...small, epochs: 1 });
      for await (const event of model.steps(images, labels)) if (event.kind === kind) break;
      if (kind === "finished") model.transform(images).dispose();
      else assert.throws(() => model.transform(images), /not fitted yet/);
      model.dispose();
      assert.equal(tf.memory().numTensors, before);
    }
  });

  it("stops when it is told to, wherever it is", async () => {
    await useEngine("wasm");
    for (const kind of ["started", "graph", "triplets", "epoch"]) {
      const stop = new AbortController();
      const { events } = await outcome(small, {
        signal: stop.signal,
        onEvent: (event) => {
          if (event.kind === kind) stop.abort();
        },
      });
      assert.equal(finished(events).stopReason, "aborted");
    }
  });

  it("stays stopped early when it is taken up again", async (t) => {
    await useEngine("wasm");
    const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
    const options = { ...small, learningRate: 0, metricIterations: 0, patience: 1 };
    const first = await outcome(options, { checkpoint });
    const second = await outcome(options, { checkpoint });
    for (const { events } of [first, second]) {
      assert.equal(finished(events).stopReason, "early-stop");
      assert.equal(finished(events).epoch, 2);
    }
    assert.deepEqual(second.embeddings, first.embeddings);
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

  it("pretrains with softmax", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const events: AgmlEvent[] = [];
    const model = await new AGML({
      ...small,
      epochs: 0,
      pretrainingEpochs: 40,
      pretrainingLearningRate: 0.05,
    }).fit(images, labels, { onEvent: (event) => events.push(event) });
    model.dispose();
    const accuracies = events.flatMap((event) => (event.kind === "pretraining" ? [event.accuracy] : []));
    assert.equal(accuracies.length, 40);
    assert.ok(accuracies[39] > 0.9, `20 digits are learned by heart, got ${accuracies[39]}`);
  });

  it("stops early, and says why when the network breaks", async () => {
    await useEngine("wasm");
    const early = await outcome({ ...small, learningRate: 0, metricIterations: 0, patience: 2 });
    const { stopReason, epoch, bestEpoch, explanation } = finished(early.events);
    assert.deepEqual([stopReason, epoch, bestEpoch], ["early-stop", 3, 1]);
    assert.match(explanation, /No better validation score in 2 epochs\. The model of epoch 1 is kept\./);
    const broken = await outcome({ ...small, learningRate: 1e30 });
    assert.match(finished(broken.events).stopReason, /not-finite|collapsed/);
    assert.match(finished(broken.events).explanation, /In epoch 1 .*Lower the learning rate/);
  });

  it("keeps the last whole model where no images choose one, also the start", async () => {
    await useEngine("wasm");
    const oneEpoch = await outcome({ ...small, epochs: 1, epochsPerPartition: 1 }, noValidation);
    // Each new partition has a learning rate 1e30 times the last one's.
    const torn = { ...small, epochs: 3, epochsPerPartition: 1, learningRateDecay: 1e30 };
    const second = await outcome(torn, noValidation);
    assert.match(finished(second.events).explanation, /In epoch 2 .* The model of epoch 1 is kept\./);
    assert.deepEqual(second.embeddings, oneEpoch.embeddings);
    const untrained = await outcome({ ...small, epochs: 0 }, noValidation);
    const first = await outcome({ ...small, learningRate: 1e30 }, noValidation);
    assert.match(finished(first.events).explanation, /The model is the one from before the first epoch\./);
    assert.deepEqual(first.embeddings, untrained.embeddings);
  });

  it("stops when all embeddings become one point", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const constant = () => {
      const network = mnistNetwork({ seed: 1 });
      const bias = network.parameters.bias4;
      tf.tidy(() => {
        bias.assign(tf.fill(bias.shape, 1e6));
      });
      return network;
    };
    const events: AgmlEvent[] = [];
    const model = new AGML({ ...small, network: constant });
    await model.fit(images, labels, { onEvent: (event) => events.push(event) });
    model.dispose();
    assert.equal(finished(events).stopReason, "collapsed");
    assert.match(finished(events).explanation, /In epoch 1 all embeddings became one point/);
  });

  it("refuses a checkpoint of another seed, data, or version, and reads one of more epochs", async (t) => {
    await useEngine("wasm");
    const folder = temporaryFolder(t);
    const checkpoint = path.join(folder, "checkpoint.safetensors");
    const { images, labels } = await fewDigits();
    const options = { ...small, epochs: 1 };
    const fit = async (some: AgmlOptions, labelsThen = labels) => {
      const model = await new AGML(some).fit(images, labelsThen, { checkpoint });
      model.dispose();
    };
    await fit(options);
    await assert.rejects(
      fit({ ...options, seed: 9 }),
      /checkpoint .* is of another setting: seed was 5 and is 9\. Choose/,
    );
    await assert.rejects(
      fit(
        options,
        labels.map((label) => (label === 3 ? 4 : label)),
      ),
      /another set of images or labels/,
    );
    await fit({ ...options, epochs: 2 });
    await assert.rejects(fit(options), /is at epoch 2 already, got epochs 1\. Ask for more epochs/);
    const { validation } = await fewDigits();
    await assert.rejects(
      new AGML(options).fit(images, labels, { checkpoint, validation }),
      /another set of images or labels/,
      "a run that is judged by other images is another one",
    );
    const format = "ssdml AGML checkpoint 2";
    await writeSafetensors(checkpoint, { arrays: {}, metadata: { format, settings: "{" } });
    await assert.rejects(
      fit(options),
      /is damaged: the text of its settings is not valid JSON .*delete it to start anew/,
    );
    await writeSafetensors(checkpoint, { arrays: {}, metadata: { format: "ssdml AGML checkpoint 99" } });
    await assert.rejects(fit(options), /another version: "ssdml AGML checkpoint 99"/);
    await assert.rejects(
      AGML.load(checkpoint),
      /must be a "ssdml AGML model 2", got "ssdml AGML checkpoint 99"/,
    );
  });

  it("names what is wrong with its arguments", async () => {
    await useEngine("wasm");
    for (const [options, message] of [
      [{ gamma: 1 }, /AGML: gamma must be a number in \(0, 1\), got 1/],
      [{ epochs: 1.5 }, /AGML: epochs must be a whole number of at least 0, got 1\.5/],
      [{ k: 1 }, /AGML: k must be a whole number of at least 2, got 1/],
      [{ reduction: "max" }, /AGML: reduction must be "mean" or "sum", got "max"/],
      [
        { learningrate: 1 },
        /AGML: there is no option "learningrate". The options are seed, preprocessing, partitionSize,/,
      ],
      [{ patience: 0 }, /AGML: patience must be at least 1 epoch/],
    ] as [AgmlOptions, RegExp][]) {
      assert.throws(() => new AGML(options), message);
    }
    const { images, labels, validation } = await fewDigits();
    const floats = Float32Array.from(images.data);
    for (const [given, message] of [
      [{ ...images, data: images.data.subarray(784) }, /must have 70560 numbers as data, got 69776/],
      [{ ...images, data: floats.map((x, i) => (i === 800 ? NaN : x)) }, /got NaN in image 1\./],
      [{ ...images, data: Array.from(images.data) }, /images must be { data, shape/],
      [undefined, /images must be { data, shape/],
    ] as [typeof images, RegExp][]) {
      await assert.rejects(new AGML(small).fit(given, labels), message);
      assert.throws(() => embed(mnistNetwork(), given), message);
    }
    for (const [given, message] of [
      [
        Array.from(labels).with(3, 1.5),
        /labels must be whole numbers from −1 \(unlabeled\) up, got 1\.5 at 3/,
      ],
      [Array.from(labels).with(3, NaN), /got NaN at 3/],
      [Array.from(labels).with(3, -2), /got -2 at 3/],
      [Array.from(labels, (label) => (label < 0 ? {} : label)), /got an empty object at/],
      [undefined, /labels must be a list of numbers/],
    ] as [number[], RegExp][]) {
      await assert.rejects(new AGML(small).fit(images, given), message);
    }
    const fit = (some: Int32Array, options = {}) => new AGML(small).fit(images, some, options);
    await assert.rejects(
      fit(labels.subarray(1)),
      /labels must have one entry per image, got 89 for 90 images/,
    );
    await assert.rejects(fit(labels.map(() => -1)), /labels must not all be −1/);
    await assert.rejects(fit(labels.map(() => 1)), /labels must leave some images unlabeled/);
    await assert.rejects(
      fit(labels.map((label) => (label < 0 ? -1 : 1))),
      /two classes at least, got only class 1/,
    );
    await assert.rejects(
      fit(labels, { validation: { ...validation, labels: validation.labels.subarray(2) } }),
      /validation must have one label per image, got 58 labels for 60 images/,
    );
    await assert.rejects(
      new AGML({ ...small, metricDimension: 200 }).fit(images, labels),
      /l must be at most d, got l=200 with d=128/,
    );
    await assert.rejects(
      new AGML({ ...small, network: cifarNetwork }).fit(images, labels),
      /images must have the shape \[32, 32, 3\] of the cifar network, got \[28, 28, 1\]/,
    );
    const wide = { ...images, shape: [90, 14, 56, 1] as typeof images.shape };
    await assert.rejects(new AGML(small).fit(wide, labels), /28 × 28 × 1 or 32 × 32 × 3.*got 14 × 56 × 1/);
    assert.throws(() => new AGML().transform(images), /not fitted yet\. Call/);
    await assert.rejects(AGML.load("nowhere.safetensors"), /cannot read nowhere\.safetensors/);
    assert.ok(!existsSync("nowhere.safetensors"));
  });
});
