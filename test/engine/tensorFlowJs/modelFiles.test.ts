import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { tf, useEngine } from "../../../lib";
import { temporaryFolder } from "../../support/temporary";

const model = (): tf.Sequential =>
  tf.sequential({ layers: [tf.layers.dense({ units: 2, inputShape: [3], useBias: true })] });

describe("models in files", () => {
  it("are saved to a folder and loaded from it, with the same predictions", async (t) => {
    await useEngine("cpu");
    const folder = path.join(temporaryFolder(t), "a", "model");
    const saved = model();
    saved.compile({ optimizer: "sgd", loss: "meanSquaredError" });
    await saved.save(`file://${folder}`);
    assert.deepEqual(readdirSync(folder).sort(), ["model.json", "weights.bin"]);
    const loaded = await tf.loadLayersModel(`file://${folder}/model.json`);
    const x = tf.tensor2d([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const outputs = [saved, loaded].map((each) => [...(each.predict(x) as tf.Tensor).dataSync()]);
    assert.deepEqual(outputs[1], outputs[0]);
    assert.ok(outputs[0].some((value) => value !== 0));
  });

  it("that do not exist are an error with advice", async (t) => {
    const file = path.join(temporaryFolder(t), "model.json");
    await assert.rejects(tf.loadLayersModel(`file://${file}`), {
      message: `tf.loadLayersModel: there is no file ${file}. Name the model.json in the folder that \`save\` wrote.`,
    });
  });

  it("are left to another handler of the same addresses", async (t) => {
    const folder = temporaryFolder(t);
    const saved: string[] = [];
    const router: Parameters<typeof tf.io.registerSaveRouter>[0] = (address) =>
      String(address).startsWith(`file://${folder}`)
        ? {
            save: () => {
              saved.push(String(address));
              return Promise.resolve({
                modelArtifactsInfo: { dateSaved: new Date(), modelTopologyType: "JSON" },
              });
            },
          }
        : null!;
    tf.io.registerSaveRouter(router);
    await model().save(`file://${folder}/other`);
    assert.deepEqual([saved, readdirSync(folder)], [[`file://${folder}/other`], []]);
  });
});
