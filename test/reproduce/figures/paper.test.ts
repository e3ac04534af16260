import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  AGML,
  loadDataset,
  paperNeighborhood,
  paperTsne,
  selectImages,
  useEngine,
  type Dataset,
} from "../../../lib";
import { temporaryFolder } from "../../support/temporary";

/** The first digits of MNIST. */
async function fewDigits(train: number, test: number): Promise<Dataset> {
  const data = await loadDataset("mnist");
  const first = (part: Dataset["train"], count: number) => {
    const positions = Int32Array.from({ length: count }, (_, i) => i);
    return { images: selectImages(part.images, positions), labels: part.labels.slice(0, count) };
  };
  return { ...data, train: first(data.train, train), test: first(data.test, test) };
}

describe("the paper's figures", () => {
  it("draw a mined neighborhood before and after a step, and leak nothing", async () => {
    await useEngine("wasm");
    const data = await fewDigits(400, 1);
    const tensors = tf.memory().numTensors;
    const figure = await paperNeighborhood(data, 1);
    assert.equal(tf.memory().numTensors, tensors);
    assert.match(await figure.toSvg(), /Before the step.*After the step/s);
  });

  it("draw the ablation's t-SNE from saved runs, and from a quick run where there is none", async (t) => {
    await useEngine("wasm");
    const data = await fewDigits(220, 100);
    const runs = temporaryFolder(t);
    const saved = new AGML({ seed: 1, epochs: 0 });
    await saved.fit(
      data.train.images,
      data.train.labels.map((label, i) => (i < 50 ? label : -1)),
    );
    await saved.save(path.join(runs, "mnist-1", "model.safetensors"));
    saved.dispose();
    const tensors = tf.memory().numTensors;
    const svg = await (await paperTsne(data, { seed: 1, runs })).toSvg();
    assert.equal(tf.memory().numTensors, tensors);
    for (const heading of ["before training", "without orthogonality", "with orthogonality"]) {
      assert.ok(svg.includes(heading), heading);
    }
  });
});
