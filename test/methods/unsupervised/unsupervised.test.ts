import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { deepMethods, unsupervisedOptions } from "../../../lib/methods";
import { convolution, dense, relu, sequential } from "../../../lib/networks";
import type { DeepLearner, DeepLearnerClass, TrainingEvent } from "../../../lib/train";
import { temporaryFolder } from "../../support/temporary";
import { bars, network } from "../../train/bars";

type Name = keyof typeof unsupervisedOptions;

const small = { seed: 2, epochs: 2, partitionSize: 30, batchSize: 10 } as const;
const own: Partial<Record<Name, object>> = {
  Exemplar: { exemplars: 12 },
  NCE: { temperature: 0.2 },
  DeepCluster: { clusters: 6 },
  Synthetic: { metricIterations: 2 },
};
const learner = (name: Name) => deepMethods[name] as unknown as DeepLearnerClass;
const make = (name: Name, options: object = {}): DeepLearner =>
  new (learner(name))({ ...small, network: network(), ...own[name], ...options });

async function numbers(model: DeepLearner): Promise<number[]> {
  const z = model.transform(bars().images);
  const values = [...(await z.data())];
  z.dispose();
  return values;
}

async function outcome(name: Name, fit: object = {}, lastEpoch = Infinity) {
  const { images, truth } = bars();
  const events: TrainingEvent[] = [];
  const model = make(name);
  const stop = new AbortController();
  await model.fit(
    images,
    truth.map(() => -1),
    {
      trueLabels: truth,
      signal: stop.signal,
      ...fit,
      onEvent: (event) => {
        events.push(event);
        if (event.kind === "epoch" && event.epoch === lastEpoch) stop.abort();
      },
    },
  );
  const embeddings = await numbers(model);
  model.dispose();
  return { events, embeddings };
}

for (const name of Object.keys(unsupervisedOptions) as Name[]) {
  describe(name, () => {
    before(() => useEngine("cpu"));

    it("learns without any label, leaks nothing, and goes on from a checkpoint to the same numbers", async (t) => {
      const count = tf.memory().numTensors;
      const whole = await outcome(name);
      assert.ok(tf.memory().numTensors <= count);
      assert.ok(whole.embeddings.every(Number.isFinite));
      const losses = whole.events.flatMap((event) => (event.kind === "batch" ? [event.loss] : []));
      assert.ok(losses.length > 2 && losses.every(Number.isFinite));
      const mined = whole.events.filter((event) => event.kind === "triplets");
      assert.ok(mined.length > 0 && mined.every((event) => event.quality === undefined));

      const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
      const stopped = await outcome(name, { checkpoint }, 1);
      assert.notDeepEqual(stopped.embeddings, whole.embeddings);
      assert.deepEqual((await outcome(name, { checkpoint })).embeddings, whole.embeddings);
    });

    it("sees no label: the same embeddings whatever the labels are", async () => {
      const { images, labels } = bars();
      const model = await make(name).fit(images, labels);
      assert.deepEqual(await numbers(model), (await outcome(name)).embeddings);
      assert.throws(
        () => make(name, { pretrainingEpochs: 3 }),
        new RegExp(`${name}: pretrainingEpochs must be 0, got 3`),
      );
      model.dispose();
    });

    it("saves and loads", async (t) => {
      const { images, labels } = bars();
      const model = await make(name, { epochs: 1 }).fit(images, labels);
      const file = path.join(temporaryFolder(t), "model.safetensors");
      await model.save(file);
      const again = await learner(name).load<DeepLearner>(file, network());
      assert.deepEqual(await numbers(again), await numbers(model));
      for (const one of [model, again]) one.dispose();
    });

    it("says of examples that are all the same that there is nothing to learn", async () => {
      const images = {
        data: new Float32Array(12 * 64),
        shape: [12, 8, 8, 1] as [number, number, number, number],
      };
      await assert.rejects(
        Promise.resolve(make(name).fit(images, new Int32Array(12).fill(-1))),
        new RegExp(`${name}: the network gives all examples the same embedding before training`),
      );
    });
  });
}

describe("unsupervised methods of feature vectors", () => {
  before(() => useEngine("cpu"));

  const features = Array.from({ length: 30 }, (_, i) =>
    Array.from({ length: 6 }, (_, c) => Math.sin(1 + i * (c + 2)) + (i % 3 === c ? 3 : 0)),
  );

  it("learn L where no views are needed, and refuse them where they are", async () => {
    for (const name of ["Exemplar", "Rotation", "NCE"] as const)
      await assert.rejects(
        Promise.resolve(make(name, { network: undefined }).fit(features, new Int32Array(30).fill(-1))),
        new RegExp(`${name}: images must be pictures, got feature vectors.*Use DeepCluster or Synthetic`),
      );
    for (const name of ["DeepCluster", "Synthetic"] as const) {
      const Learner = learner(name);
      const model = await new Learner({ ...small, ...own[name] }).fit(features, new Int32Array(30).fill(-1));
      const z = model.transform(features);
      assert.deepEqual(z.shape, [30, 3]);
      const before = model.untrained();
      const [l, start] = [model.learned.metric.dataSync(), before.learned.metric.dataSync()];
      assert.ok(
        l.some((value, i) => Math.abs(value - start[i]) > 1e-3),
        "L has moved",
      );
      assert.ok(l.every(Number.isFinite));
      z.dispose();
      before.dispose();
      model.dispose();
    }
  });
});

describe("Rotation", () => {
  before(() => useEngine("cpu"));

  it("refuses pictures that are not square, another number of views, and other turns", async () => {
    const images = {
      data: Float32Array.from({ length: 12 * 80 }, (_, i) => Math.sin(i)),
      shape: [12, 8, 10, 1] as [number, number, number, number],
    };
    const wide = sequential([convolution(4, 3), relu(), dense(6)], { input: [8, 10, 1] });
    await assert.rejects(
      Promise.resolve(make("Rotation", { network: wide }).fit(images, new Int32Array(12).fill(-1))),
      /quarterTurns: pictures must be square, got 8 × 10 pixels/,
    );
    assert.throws(() => make("Rotation", { views: 2 }), /Rotation: views must be 4, got 2/);
    assert.throws(() => make("Rotation", { augment: [] }), /Rotation: augment cannot be replaced/);
    wide.dispose();
  });

  it("learns to tell the turns apart: the loss falls far below that of a guess", async () => {
    const { images, truth } = bars();
    const losses: number[] = [];
    const model = make("Rotation", { epochs: 40, batchSize: 30 });
    await model.fit(
      images,
      truth.map(() => -1),
      {
        onEvent: (event) => {
          if (event.kind === "epoch") losses.push(event.loss);
        },
      },
    );
    assert.ok(losses.at(-1)! < 0.7 * Math.log(4), `${losses[0]} ${losses.at(-1)}`);
    model.dispose();
  });
});

describe("color pictures", () => {
  before(() => useEngine("cpu"));

  it("are recolored, gray ones are not", async () => {
    for (const [name, channels] of [
      ["NCE", 3],
      ["NCE", 1],
      ["Exemplar", 3],
      ["Exemplar", 1],
    ] as const) {
      const data = Float32Array.from({ length: 10 * 64 * channels }, (_, i) => Math.sin(i * i));
      const shape = [10, 8, 8, channels] as [number, number, number, number];
      const own = sequential([convolution(4, 3), relu(), dense(6)], { input: [8, 8, channels] });
      const model = await make(name, { network: own, epochs: 1 }).fit(
        { data, shape },
        new Int32Array(10).fill(-1),
      );
      const names = (model.parts.augment as { name: string }[]).map((part) => part.name);
      assert.equal(names.includes("hue"), channels === 3, names.join());
      assert.ok(names.includes("contrast"));
      model.dispose();
      own.dispose();
    }
  });
});
