import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { AGML, paperTsne, useEngine } from "../../../lib";
import { temporaryFolder } from "../../support/temporary";
import { firstDigits } from "./firstDigits";

describe("paperTsne", () => {
  it("draws the ablation's t-SNE from saved runs, and from a quick run where there is none", async (t) => {
    await useEngine("wasm");
    const data = await firstDigits(220, 100);
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
