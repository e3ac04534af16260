import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values";
import { useEngine } from "../../lib/engine";
import { mapAtR } from "../../lib/evaluate";
import { Angular, deepMethods, loadModel, Triplet } from "../../lib/methods";
import { mlp } from "../../lib/networks";
import {
  constant,
  sgd,
  type DeepLearner,
  type DeepLearnerClass,
  type PartOptions,
  type TrainingEvent,
  type TrainingOptions,
} from "../../lib/train";
import { temporaryFolder } from "../support/temporary";

/** Four classes along four of eight directions, under noise in the others; one example in three has its label. */
function clouds() {
  const noise = random(4);
  const classes = Int32Array.from({ length: 120 }, (_, i) => i % 4);
  const data = Float32Array.from(
    { length: 120 * 8 },
    (_, at) => (at % 8 === classes[Math.floor(at / 8)] ? 1.5 : 0) + noise.normal() * (at % 8 < 4 ? 0.3 : 1.2),
  );
  const labels = classes.map((label, i) => (i % 3 === 0 ? label : -1));
  return { x: { data, shape: [120, 8] as [number, number] }, classes, labels };
}

for (const name of ["Triplet", "Angular"] as const) {
  describe(name, () => {
    const Method = deepMethods[name] as unknown as DeepLearnerClass<TrainingOptions & PartOptions>;
    before(() => useEngine("wasm"));
    const { x, classes, labels } = clouds();
    const network = mlp([16, 8]);
    const quality = async (model: Pick<DeepLearner, "transform">) => {
      const embeddings = model.transform(x);
      const value = mapAtR({ data: await embeddings.data<"float32">(), shape: embeddings.shape }, classes);
      embeddings.dispose();
      return value;
    };

    it("learns from the labeled examples what helps for the others, and leaks nothing", async () => {
      const tensors = tf.memory().numTensors;
      const model = new Method({ network, epochs: 20, learningRate: 0.01 });
      const events: TrainingEvent[] = [];
      await model.fit(x, labels, { onEvent: (event) => events.push(event) });
      const partition = events.find((event) => event.kind === "partition")!;
      assert.equal(partition.size, 40);
      assert.ok(partition.positions.every((i) => labels[i] >= 0));
      const untrained = model.untrained();
      const [after, at] = [await quality(model), await quality(untrained)];
      assert.ok(after > at + 0.1, `MAP@R ${at} → ${after}`);
      assert.deepEqual([...model.learned.metric.shape], [8, 8]);
      model.dispose();
      untrained.dispose();
      // Learners of other tests that nobody can reach any longer may have been freed meanwhile.
      assert.ok(tf.memory().numTensors <= tensors);
    });

    it("learns L on Gr(d, l) for feature vectors without a network, and saves and loads it", async (t) => {
      const model = await new Method({ epochs: 10 }).fit(x, labels);
      assert.deepEqual([...model.learned.metric.shape], [8, 4]);
      const untrained = model.untrained();
      const [after, at] = [await quality(model), await quality(untrained)];
      assert.ok(after > at + 0.1, `MAP@R ${at} → ${after}`);
      const file = path.join(temporaryFolder(t), "model.safetensors");
      await model.save(file);
      const again = await Method.load<DeepLearner>(file);
      assert.equal(await quality(again), after);
      assert.equal(await quality(again.untrained()), at);
      assert.equal(await quality((await loadModel(file)) as DeepLearner), after);
    });

    it("ends with the same numbers when it is stopped and taken up again", async (t) => {
      const options = { network, epochs: 4, epochsPerPartition: 3, schedule: constant() };
      const whole = await quality(await new Method(options).fit(x, labels));
      const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
      await new Method({ ...options, epochs: 2 }).fit(x, labels, { checkpoint });
      assert.equal(await quality(await new Method(options).fit(x, labels, { checkpoint })), whole);
    });

    it("takes other parts, and says what labels it needs", async () => {
      const { parts } = new Method({ optimizer: sgd({ learningRate: 0.1 }) });
      assert.equal((parts.optimizer as { name: string }).name, "sgd");
      assert.throws(() => new Method({ epochs: -1 }), new RegExp(`${name}: epochs must be`));
      await assert.rejects(
        new Method({ network }).fit(
          x,
          labels.map((_, i) => (i < 4 ? i : -1)),
        ),
        /at least one triplet/,
      );
    });
  });
}

describe("the loss of Triplet and Angular", () => {
  it("is set up by the method's own option", () => {
    const loss = (model: { parts: object }) => (model.parts as { loss: { settings: object } }).loss.settings;
    assert.deepEqual(loss(new Angular({ alpha: 45 })), { alpha: 45 });
    const { margin, distance, miner } = loss(new Triplet({ margin: 0.5 })) as Record<string, unknown>;
    assert.deepEqual([margin, distance], [0.5, "squared"]);
    assert.deepEqual(miner, {
      name: "semiHardMiner",
      settings: { margin: 0.5, distance: "squared", perAnchor: "Infinity" },
    });
    assert.throws(() => new Triplet({ margin: 0 }), /Triplet: margin must be/);
    assert.throws(() => new Angular({ alpha: 90 }), /Angular: alpha must be/);
  });
});
