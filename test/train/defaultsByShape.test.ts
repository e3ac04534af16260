import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { AGML, AGML2, DeepLRML, agml2ColorDefaults } from "../../lib/methods";
import { dense, flatten, sequential } from "../../lib/networks";
import { beliefMiner } from "../../lib/mining";
import type { DeepLearner } from "../../lib/train";

const labels = [0, 0, 1, 1, -1, -1, -1, -1];

/** Eight random pictures. */
const pictures = (size: number, channels: number) =>
  tf.tidy(() => tf.randomUniform<tf.Rank.R4>([8, size, size, channels], 0, 1, "float32", 3));

/** What a run of no epochs reports before it ends, and the settings that it decided on. */
async function started(model: DeepLearner, images: tf.Tensor) {
  const kinds: string[] = [];
  await model.fit(images as tf.Tensor4D, labels, { onEvent: ({ kind }) => kinds.push(kind) });
  const { pretrainingEpochs, pretrainingMirror } = model.settings;
  model.dispose();
  images.dispose();
  return {
    pretrainingEpochs,
    pretrainingMirror,
    reported: kinds.filter((kind) => kind === "pretraining").length,
  };
}

describe("defaults by the shape of the examples", () => {
  before(() => useEngine("wasm"));
  const epochs = 0;

  it("pretrain the default network for color pictures, and no other", async () => {
    const none = { pretrainingEpochs: 0, pretrainingMirror: false, reported: 0 };
    const color = { pretrainingEpochs: 30, pretrainingMirror: true, reported: 30 };
    assert.deepEqual(await started(new AGML({ epochs }), pictures(32, 3)), color);
    assert.deepEqual(await started(new DeepLRML({ epochs }), pictures(32, 3)), color);
    assert.deepEqual(await started(new AGML({ epochs }), pictures(28, 1)), none);
    const network = sequential([flatten(), dense(4)], { input: [32, 32, 3] });
    assert.deepEqual(await started(new AGML({ epochs, network }), pictures(32, 3)), none);
    assert.deepEqual(await started(new AGML({ epochs }), tf.randomUniform([8, 5])), none);
    const asked = await started(new AGML({ epochs, pretrainingEpochs: 1 }), pictures(32, 3));
    assert.deepEqual(asked, { ...color, pretrainingEpochs: 1, reported: 1 });
  });

  it("are decided anew by every fit, and shown before by those of other examples", async () => {
    const model = new AGML2({ epochs, pretrainingEpochs: 1 });
    const { gamma, leaveOut, warmStart } = model.settings;
    assert.deepEqual([gamma, leaveOut, warmStart], [0.99, 0.05, 2]);
    await started(model, pictures(32, 3));
    const { pretrainingEpochs, ...beliefs } = agml2ColorDefaults;
    assert.equal(pretrainingEpochs, 60);
    assert.deepEqual({ ...model.settings, ...beliefs }, model.settings);
    await started(model, pictures(28, 1));
    assert.equal(model.settings.gamma, 0.99);
  });

  it("leave out the options of a part that was given", () => {
    const { gamma, warmStart } = new AGML2({ miner: beliefMiner() }).settings;
    assert.deepEqual([gamma, warmStart], [undefined, undefined]);
  });
});
