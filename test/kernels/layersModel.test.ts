import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, it } from "node:test";
import { onEngine } from "../engine/everyEngine";
import { result, TestKernel, textOf } from "./client";

for (const engine of ["wasm", "tensorflow"] as const) {
  onEngine(engine, () => {
    let kernel: TestKernel;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-layers-"));
      kernel = await TestKernel.start(folder);
    });
    after(async () => {
      await (kernel as TestKernel | undefined)?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    async function value(code: string): Promise<string> {
      const execution = await kernel.execute(code);
      assert.equal(execution.reply.content.status, "ok", JSON.stringify(execution.reply.content));
      assert.equal(textOf(execution), "");
      return result(execution);
    }

    it("trains a layers model in a notebook cell, alone in its folder, and takes it as a network", async () => {
      await value(`import { layersNetwork, tf, useEngine } from "ssdml"; await useEngine("${engine}");`);
      await value(`
        const x = tf.tensor2d([[0, 0], [0, 1], [1, 0], [1, 1]]);
        const y = x.sum(1, true).mul(2).add(1);
        const model = tf.sequential();
        model.add(tf.layers.dense({ units: 1, inputShape: [2] }));
        model.compile({ optimizer: tf.train.sgd(0.1), loss: "meanSquaredError" });
        const { history } = await model.fit(x, y, { epochs: 100 });
        const losses = history.loss as number[];`);
      assert.equal(await value("losses[99] < 0.05 * losses[0] && losses[99] < 0.1"), "true");
      assert.equal(await value("tf.getBackend()"), engine);
      assert.equal(await value("layersNetwork(model).dimension"), "1");
    });

    it("takes a model of the user's own import of TensorFlow.js", async () => {
      await value('import * as own from "@tensorflow/tfjs";');
      await value(
        "const theirs = own.sequential({ layers: [own.layers.dense({ units: 3, inputShape: [2] })] });",
      );
      assert.equal(await value("layersNetwork(theirs).forward(x).shape"), "[ 4, 3 ]");
    });

    it("checks the types of layers before anything runs", async () => {
      const { reply } = await kernel.execute('tf.layers.dense({ units: "two" })');
      assert.match(String(reply.content.evalue), /Type 'string' is not assignable to type 'number'/);
    });
  });
}
