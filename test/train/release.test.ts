import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import * as layers from "@tensorflow/tfjs-layers";
import { useEngine } from "../../lib/engine";
import { AGML, AGML2, DeepLRML, LRML } from "../../lib/methods";
import { embed, layersNetwork } from "../../lib/networks";
import { tinyImages, tinyNetwork } from "../fuzz/trainedReaders";
import { temporaryFolder } from "../support/temporary";

const { images, labels } = tinyImages();
const settings = { seed: 3, epochs: 1, k: 3, batchSize: 8, preprocessing: "whitening" } as const;
const fitted = () => new AGML({ ...settings, network: tinyNetwork }).fit(images, labels);

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;

/** The number of tensors once the garbage collector and all that it calls have run. */
async function tensorsAfterCollection(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    await setImmediate();
    collectGarbage();
  }
  await setImmediate();
  return tf.memory().numTensors;
}

describe("tensors of models that nobody holds", () => {
  before(() => useEngine("cpu"));

  it("are freed: of fitted, loaded and untrained models, and of copies of a LayersModel", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const before = await tensorsAfterCollection();
    await (async () => {
      const model = await fitted();
      await model.save(file);
      assert.ok(tf.memory().numTensors > before);
      await AGML.load(file, tinyNetwork);
      model.untrained();
    })();
    assert.equal(await tensorsAfterCollection(), before);

    const own = layers.sequential({
      layers: [layers.layers.flatten({ inputShape: [4, 4, 1] }), layers.layers.dense({ units: 4 })],
    });
    const withOwn = await tensorsAfterCollection();
    await (async () => {
      await new AGML({ ...settings, network: layersNetwork(own) }).fit(images, labels);
    })();
    assert.equal(await tensorsAfterCollection(), withOwn);
    own.dispose();
  });

  it("stay while any of them can still be reached", async () => {
    const before = await tensorsAfterCollection();
    const learned = await (async () => (await fitted()).learned)();
    const { metric } = await (async () => (await fitted()).learned)();
    const { network } = await (async () => (await fitted()).learned)();
    await tensorsAfterCollection();
    const z = embed(network, images);
    const y = embed(learned.network, images, { preprocessing: learned.preprocessing });
    assert.ok([z, y, metric].every((tensor) => tensor.dataSync().every(Number.isFinite)));
    tf.dispose([z, y, metric, learned.metric]);
    learned.network.dispose();
    learned.preprocessing.dispose();
    network.dispose();
    assert.equal(await tensorsAfterCollection(), before);
  });

  it("are not freed twice where they were disposed of, at the end of a block or by hand", async () => {
    const before = await tensorsAfterCollection();
    await (async () => {
      using model = await fitted();
      model.toString();
    })();
    assert.equal(tf.memory().numTensors, before);
    (await fitted()).dispose();
    assert.equal(await tensorsAfterCollection(), before);
  });

  it("do not pile up over 50 fits of any learner", async () => {
    const tiny = { ...settings, network: tinyNetwork };
    const rows = { data: images.data, shape: [24, 16] as [number, number] };
    const before = await tensorsAfterCollection();
    for (let turn = 0; turn < 50; turn++) {
      await (async () => {
        if (turn % 2 === 0) await new AGML(tiny).fit(images, labels);
        else if (turn % 3 === 0) await new AGML2({ ...tiny, preprocessing: "none" }).fit(images, labels);
        else await new DeepLRML({ seed: 1, epochs: 1, k: 3, network: tinyNetwork }).fit(images, labels);
        await new LRML({ k: 3 }).fit(rows, labels);
      })();
    }
    assert.equal(await tensorsAfterCollection(), before);
  });
});

it("a model says what it holds", async () => {
  using model = await fitted();
  // The whitening of 16 pixels has 16·16 + 16 + 1 numbers; with the 76 parameters that is 4·349 = 1,396 bytes.
  assert.match(model.toString(), /^AGML: tiny network, L \[4, 2\], 76 parameters, 2 kB$/);
});
