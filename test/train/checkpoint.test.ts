import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../lib/core/errors";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { writeSafetensors } from "../../lib/io/files/safetensors";
import { AGML, DeepAPIT, type AgmlOptions } from "../../lib/methods";
import { mutate } from "../fuzz/mutate";
import { tinyImages, tinyNetwork } from "../fuzz/trainedReaders";
import { partsOf, withChecksum, withoutChecksum, type SafetensorsParts } from "../support/safetensorsBytes";
import { temporaryFolder } from "../support/temporary";
import { fewDigits, small } from "./fewDigits";

const { images, labels } = tinyImages();
const options = {
  seed: 3,
  epochsPerPartition: 2,
  partitionSize: 12,
  batchSize: 8,
  k: 3,
  network: tinyNetwork,
};

/** Trains, from a checkpoint or to one, and gives what was learned; no tensor may be left. */
async function train(
  Learner: typeof AGML | typeof DeepAPIT,
  epochs: number,
  checkpoint: string,
): Promise<number[]> {
  const tensors = tf.memory().numTensors;
  const learner = new Learner({ ...options, epochs });
  try {
    await learner.fit(images, labels, { checkpoint });
    return [...learner.learned.metric.dataSync()];
  } finally {
    learner.dispose();
    assert.equal(tf.memory().numTensors, tensors, "no tensor is left");
  }
}

before(async () => {
  await useEngine("cpu");
});

for (const Learner of [AGML, DeepAPIT]) {
  describe(`a checkpoint of ${Learner.name}`, () => {
    it("is resumed with the same outcome, also one of the version before", async (t) => {
      const file = path.join(temporaryFolder(t), "c.safetensors");
      const expected = await train(Learner, 3, path.join(temporaryFolder(t), "other"));
      await train(Learner, 1, file);
      const whole = readFileSync(file);
      assert.deepEqual(await train(Learner, 3, file), expected);
      writeFileSync(file, withoutChecksum(whole, 2));
      assert.deepEqual(await train(Learner, 3, file), expected);
    });

    it("is refused in one sentence that names it, however it was damaged, and stays as it is", async (t) => {
      const file = path.join(temporaryFolder(t), "c.safetensors");
      await train(Learner, 1, file);
      const whole = readFileSync(file);
      for (let seed = 0; seed < 200; seed++) {
        const bytes = mutate(whole, random(seed), [whole]);
        if (bytes.equals(whole)) continue;
        writeFileSync(file, bytes);
        await assert.rejects(train(Learner, 3, file), (error: unknown) => {
          assert.ok(error instanceof UserError, `seed ${seed}: ${String(error)}`);
          assert.ok(error.message.includes(file), error.message);
          return true;
        });
        assert.ok(existsSync(file) && readFileSync(file).equals(bytes));
      }
    });

    const wrong: Record<string, [change: (parts: SafetensorsParts) => void, reason: RegExp]> = {
      "an epoch below 0": [changed("progress", { epoch: -1 }), /is damaged: its epoch is -1/],
      "an epoch without its row": [changed("progress", { epoch: 2 }), /history does not have 2 epochs/],
      "no progress": [
        ({ header }) => delete header.__metadata__!.progress,
        /the text of its progress is not valid JSON/,
      ],
      "settings 50,000 deep": [
        ({ header }) => (header.__metadata__!.settings = "[".repeat(50_000) + "]".repeat(50_000)),
        /is damaged: the text of its settings is nested more than 500 levels deep/,
      ],
      "settings of no run": [({ header }) => (header.__metadata__!.settings = "3"), /not options by name/],
      "no velocity": [moved("velocity/bias1"), /velocity\/bias1 must have the shape \[4\], got nothing/],
      "no best model": [moved("best/metric"), /metric must have the shape/],
      "positions beyond the images": [
        (parts) => {
          const name = Learner === AGML ? "constraints/anchors" : "constraints/first";
          const [begin] = (parts.header[name] as { data_offsets: number[] }).data_offsets;
          parts.data.writeInt32LE(1000, begin);
        },
        /is damaged: its (anchors|first) are not positions of \d+ images/,
      ],
    };
    for (const [what, [change, reason]] of Object.entries(wrong)) {
      it(`is refused with ${what}, also where the checksum is right`, async (t) => {
        const file = path.join(temporaryFolder(t), "c.safetensors");
        await train(Learner, 1, file);
        const parts = partsOf(readFileSync(file));
        change(parts);
        writeFileSync(file, withChecksum(parts));
        await assert.rejects(train(Learner, 3, file), { name: "UserError", message: reason });
      });
    }
  });
}

describe("a checkpoint of another run", () => {
  it("is refused for another seed, data, or version, and read for more epochs", async (t) => {
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
});

describe("a checkpoint of pairs", () => {
  it("is refused without the prior metric, or with kinds that are none", async (t) => {
    const file = path.join(temporaryFolder(t), "c.safetensors");
    await train(DeepAPIT, 1, file);
    const whole = readFileSync(file);
    const refused = async (change: (parts: SafetensorsParts) => void, reason: RegExp) => {
      const parts = partsOf(whole);
      change(parts);
      writeFileSync(file, withChecksum(parts));
      await assert.rejects(train(DeepAPIT, 3, file), { name: "UserError", message: reason });
    };
    await refused(moved("constraints/prior"), /is damaged: it has no prior/);
    await refused(({ header, data }) => {
      data[(header["constraints/kinds"] as { data_offsets: number[] }).data_offsets[0]] = 7;
    }, /kinds/);
  });
});

/** Changes a text of JSON in the metadata. */
function changed(name: string, changes: object): (parts: SafetensorsParts) => void {
  return ({ header }) => {
    const metadata = header.__metadata__!;
    metadata[name] = JSON.stringify({ ...(JSON.parse(metadata[name]) as object), ...changes });
  };
}

/** Gives an array another name. */
function moved(name: string): (parts: SafetensorsParts) => void {
  return ({ header }) => {
    header.elsewhere = header[name];
    Reflect.deleteProperty(header, name);
  };
}
