import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../lib/core/errors";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { AGML, AGML2 } from "../../lib/methods";
import { mutate } from "../fuzz/mutate";
import { tinyImages, tinyNetwork } from "../fuzz/trainedReaders";
import { partsOf, withChecksum, withoutChecksum } from "../support/safetensorsBytes";
import { temporaryFolder } from "../support/temporary";

const { images, labels } = tinyImages();
let whole: Buffer;
let embeddings: number[];

const embeddingsOf = (model: AGML): number[] => {
  const z = model.transform(images);
  const values = [...z.dataSync()];
  z.dispose();
  return values;
};

before(async () => {
  await useEngine("cpu");
  const folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-"));
  const file = path.join(folder, "m.safetensors");
  const options = { seed: 3, epochs: 1, k: 3, batchSize: 8, preprocessing: "whitening" } as const;
  const model = await new AGML({ ...options, network: tinyNetwork }).fit(images, labels);
  await model.save(file);
  whole = readFileSync(file);
  rmSync(folder, { recursive: true });
  embeddings = embeddingsOf(model);
  model.dispose();
});

/** Loads bytes as a model; whatever happens, no tensor may be left. */
async function load(file: string, bytes: Buffer): Promise<number[]> {
  writeFileSync(file, bytes);
  const tensors = tf.memory().numTensors;
  try {
    const model = await AGML.load(file, tinyNetwork);
    const values = embeddingsOf(model);
    model.dispose();
    return values;
  } finally {
    assert.equal(tf.memory().numTensors, tensors, "no tensor is left");
  }
}

describe("a model file", () => {
  it("gives the same embeddings, also one of the version before, without a checksum", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    assert.deepEqual(await load(file, whole), embeddings);
    assert.deepEqual(await load(file, withoutChecksum(whole, 1)), embeddings);
  });

  it("is refused by another method, with the one that loads it", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    writeFileSync(file, whole);
    await assert.rejects(AGML2.load(file), /got "ssdml AGML model \d+"\. Load it with AGML\.load\.$/);
  });

  it("is refused with any flipped bit", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const headerBits = 8 * (8 + Number(whole.readBigUInt64LE(0)));
    // A bit of every byte of the header; of the numbers, which are many and alike, some.
    for (let bit = 0; bit < 8 * whole.length; bit += bit < headerBits ? 7 : 101) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      await assert.rejects(load(file, flipped), UserError, `bit ${bit}`);
    }
  });

  it("is refused in one sentence that names it, however it was damaged", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    for (let seed = 0; seed < 1000; seed++) {
      const bytes = mutate(whole, random(seed), [whole]);
      if (bytes.equals(whole)) continue;
      await assert.rejects(load(file, bytes), (error: unknown) => {
        assert.ok(error instanceof UserError, `seed ${seed}: ${String(error)}`);
        assert.ok(error.message.includes(file), error.message);
        return true;
      });
    }
  });

  it("is refused without its checksum in the version that has one", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    await assert.rejects(
      load(file, withoutChecksum(whole)),
      /AGML\.load: .* must be a "ssdml AGML model 2", got one without a checksum/,
    );
  });

  const wrong: Record<string, [change: (parts: ReturnType<typeof partsOf>) => void, reason: RegExp]> = {
    "no settings": [({ header }) => delete header.__metadata__!.settings, /settings in .* is not valid JSON/],
    "settings that are a list": [
      ({ header }) => (header.__metadata__!.settings = "[]"),
      /not options by name/,
    ],
    "settings 50,000 deep": [
      ({ header }) => (header.__metadata__!.settings = "[".repeat(50_000) + "]".repeat(50_000)),
      /is nested more than 500 levels deep/,
    ],
    "a setting out of range": [
      ({ header }) => (header.__metadata__!.settings = '{"k":-3}'),
      /AGML\.load: .* cannot be used: AGML: k must be a whole number/,
    ],
    "settings with a network": [
      ({ header }) => (header.__metadata__!.settings = '{"network":3}'),
      /not options by name/,
    ],
    "an unknown preprocessing": [
      ({ header }) => (header.__metadata__!.preprocessing = "constructor"),
      /there is no preprocessing "constructor"/,
    ],
    "no preprocessing": [
      ({ header }) => delete header.__metadata__!.preprocessing,
      /there is no preprocessing/,
    ],
    "arrays of another preprocessing": [
      renamed("preprocessing/matrix"),
      /"whitening" needs a float32 array matrix of the shape \[16, 16\], got nothing/,
    ],
    "no metric": [renamed("metric"), /metric must have the shape \[4, l\]/],
    "a metric of another network": [
      ({ header }) => ((header.metric as { shape: number[] }).shape = [2, 4]),
      /metric must have the shape \[4, l\] .* got \[2, 4\]/,
    ],
    "weights of another type": [
      ({ header }) => ((header["network/bias1"] as { dtype: string }).dtype = "I32"),
      /network\/bias1 must be float32/,
    ],
  };
  for (const [what, [change, reason]] of Object.entries(wrong)) {
    it(`is refused with ${what}, also where the checksum is right`, async (t) => {
      const file = path.join(temporaryFolder(t), "m.safetensors");
      const parts = partsOf(whole);
      change(parts);
      await assert.rejects(load(file, withChecksum(parts)), { name: "UserError", message: reason });
    });
  }

  it("is refused with numbers that are not finite where no checksum vouches for them", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const old = withoutChecksum(whole, 1);
    old.writeFloatLE(NaN, old.length - 4);
    await assert.rejects(load(file, old), /is damaged: .* holds NaN/);
  });
});

/** Gives an array another name. */
function renamed(name: string): (parts: ReturnType<typeof partsOf>) => void {
  return ({ header }) => {
    header.other = header[name];
    Reflect.deleteProperty(header, name);
  };
}
