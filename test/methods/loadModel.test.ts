import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import { useEngine } from "../../lib/engine";
import { affinityMiner } from "../../lib/mining";
import { AGML2, DeepAPIT, LRML, SERAPH, loadModel, type LearnedModel } from "../../lib/methods";
import { searchIndex } from "../../lib/search";
import { defineMethod } from "../../lib/train";
import { temporaryFolder } from "../support/temporary";

const points = Array.from({ length: 14 }, (_, i) => [3 * (i % 2) + i / 30, (i % 5) / 5]);
const labels = points.map((_, i) => (i < 8 ? i % 2 : -1));
const deep = { seed: 1, epochs: 1, partitionSize: 12, batchSize: 6, k: 3 };

describe("loadModel", () => {
  before(() => useEngine("cpu"));

  it("finds the method in the file, deep or classical, and embeds as the saved model did", async (t) => {
    const folder = temporaryFolder(t);
    const models: LearnedModel[] = [
      await new AGML2({ seed: 1, epochs: 2, k: 3 }).fit(points, labels),
      await new DeepAPIT(deep).fit(points, labels),
      await new LRML({ k: 3 }).fit(points, labels),
      await new SERAPH().fit(points, labels),
    ];
    for (const [i, model] of models.entries()) {
      const file = path.join(folder, `${i}.safetensors`);
      await model.save(file);
      const again = await loadModel(file);
      assert.equal(again.constructor, model.constructor);
      assert.deepEqual(again.transform(points).arraySync(), model.transform(points).arraySync());
    }
  });

  it("says what a file is that it cannot read", async (t) => {
    const folder = temporaryFolder(t);
    const index = path.join(folder, "index.safetensors");
    await searchIndex(points).save(index);
    await assert.rejects(loadModel(index), /must be a model that save wrote, .* got "ssdml search index 1"/);
    const Mine = defineMethod({ name: "Mine" });
    const own = path.join(folder, "own.safetensors");
    const model = await new Mine({
      seed: 1,
      epochs: 1,
      partitionSize: 12,
      batchSize: 6,
      miner: affinityMiner({ k: 3 }),
    }).fit(points, labels);
    await model.save(own);
    await assert.rejects(loadModel(own), /is of the method "Mine", which is not one of ours/);
    await assert.rejects(loadModel(7 as never), /loadModel: file must be/);
  });
});
