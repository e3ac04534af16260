import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { loadDataset, selectImages, semiSupervisedSplit } from "../../../lib/datasets";
import { useEngine } from "../../../lib/engine";
import { deepMethods, type DeepMethodName } from "../../../lib/methods";
import {
  type DeepLearner,
  type DeepLearnerClass,
  type TrainingEvent,
  type TrainingOptions,
} from "../../../lib/train";
import { temporaryFolder } from "../../support/temporary";

/** Real digits: 60 to learn from, 30 of them labeled, and 40 to judge by. */
async function fewDigits() {
  const { train } = await loadDataset("mnist");
  const part = (first: number, end: number) => {
    const positions = Int32Array.from({ length: end - first }, (_, i) => first + i);
    return { images: selectImages(train.images, positions), labels: positions.map((i) => train.labels[i]) };
  };
  const { images, labels: truth } = part(0, 60);
  const { labels } = semiSupervisedSplit(truth, { labeledPerClass: 2, validation: 0, seed: 3 });
  return { images, labels, validation: part(100, 140) };
}
const small: TrainingOptions = {
  seed: 5,
  partitionSize: 30,
  epochs: 3,
  epochsPerPartition: 2,
  batchSize: 60,
};
const competitors = (Object.keys(deepMethods) as DeepMethodName[]).filter((name) => name.startsWith("Deep-"));
function make(name: DeepMethodName, options: TrainingOptions): DeepLearner {
  const Learner = deepMethods[name] as new (options: TrainingOptions) => DeepLearner;
  return new Learner(options);
}
async function outcome(name: DeepMethodName, options: TrainingOptions, fit: object = {}) {
  const { images, labels, validation } = await fewDigits();
  const model = make(name, options);
  const events: TrainingEvent[] = [];
  await model.fit(images, labels, { validation, ...fit, onEvent: (event) => events.push(event) });
  const embeddings = model.transform(validation.images);
  const numbers = Array.from(await embeddings.data());
  embeddings.dispose();
  model.dispose();
  return { events, numbers };
}
for (const name of competitors) {
  describe(name, () => {
    it("tells every step in order, and leaks nothing; stopped and taken up again it ends with the same numbers", async (t) => {
      await useEngine("wasm");
      const before = tf.memory().numTensors;
      const first = await outcome(name, small);
      assert.equal(tf.memory().numTensors, before);
      const kinds = first.events.filter(({ kind }) => kind !== "batch").map(({ kind }) => kind);
      const preparing = ["partition", "graph", "affinities", "constraints"].filter(
        (kind) =>
          !(kind === "affinities" && !name.startsWith("Deep-AP")) &&
          !(kind === "graph" && name === "Deep-SERAPH"),
      );
      const epoch = ["metric", "epoch", "evaluation"];
      const partition = [...preparing, ...epoch, ...epoch];
      const last = [...preparing, ...epoch];
      assert.deepEqual(kinds, ["started", "evaluation", ...partition, ...last, "finished"]);
      assert.ok(first.numbers.every(Number.isFinite));

      const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
      await outcome(name, { ...small, epochs: 1 }, { checkpoint });
      assert.deepEqual((await outcome(name, small, { checkpoint })).numbers, first.numbers);
    });

    it("overfits one batch: the loss of a fixed partition falls", async () => {
      await useEngine("wasm");
      const options = {
        ...small,
        epochs: 6,
        epochsPerPartition: 6,
        batchSize: 1_000_000,
        learningRate: 1e-6,
      };
      const { events } = await outcome(name, options);
      const batches = events.filter((event) => event.kind === "batch");
      // M is learned anew before every epoch, so the loss is compared as θ's part alone: from one epoch's start to the next one's
      // start, with M at its best in both.
      assert.equal(batches.length, 6);
      assert.ok(batches[5].loss < batches[0].loss, `${batches[0].loss} at first, ${batches[5].loss} at last`);
    });

    it("saves and loads, and refuses the file of another method", async (t) => {
      await useEngine("wasm");
      const { images, labels, validation } = await fewDigits();
      const model = make(name, { ...small, epochs: 1 });
      await model.fit(images, labels);
      const file = path.join(temporaryFolder(t), "model.safetensors");
      await model.save(file);
      const Learner = deepMethods[name] as DeepLearnerClass<TrainingOptions>;
      const again = await Learner.load<DeepLearner>(file);
      const [x, y] = [model, again].map((one) => one.transform(validation.images));
      assert.deepEqual(await y.data(), await x.data());
      await assert.rejects(deepMethods.AGML.load(file), /must be a "ssdml AGML model 2", got "ssdml Deep-/);
      tf.dispose([x, y]);
      model.dispose();
      again.dispose();
    });
  });
}

describe("a deep competitor's options", () => {
  it("are training's and the classical method's", () => {
    assert.throws(
      () => new deepMethods["Deep-LRML"]({ k: 0 }),
      /Deep-LRML: k must be a whole number of at least 1, got 0/,
    );
    assert.throws(
      () => new deepMethods["Deep-APIT"]({ epochs: -1 }),
      /Deep-APIT: epochs must be a whole number of at least 0, got -1/,
    );
    assert.equal(new deepMethods["Deep-SERAPH"]().settings.maxIterations, 10);
  });
});
