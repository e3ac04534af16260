import assert from "node:assert/strict";
import { it } from "node:test";
import { loadDataset, selectImages, semiSupervisedSplit } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import { type AgmlEvent } from "../../lib/train";
import { onEngine } from "../engine/everyEngine";

/** The losses of two mini-batches on few digits. */
async function losses(): Promise<number[]> {
  const { train } = await loadDataset("mnist");
  const positions = Int32Array.from({ length: 24 }, (_, i) => i);
  const truth = positions.map((i) => train.labels[i]);
  const { labels } = semiSupervisedSplit(truth, { labeledPerClass: 1, validation: 0 });
  const events: AgmlEvent[] = [];
  const model = new AGML({ k: 4, batchSize: 24, epochs: 1, metricIterations: 1, learningRate: 1e-5 });
  await model.fit(selectImages(train.images, positions), labels, { onEvent: (event) => events.push(event) });
  model.dispose();
  return events.flatMap((event) => (event.kind === "batch" ? [event.loss] : []));
}

onEngine("webgpu", () => {
  it("trains AGML as the wasm engine does", async () => {
    await useEngine("wasm");
    const expected = await losses();
    await useEngine("webgpu");
    const actual = await losses();
    assert.equal(actual.length, 2);
    actual.forEach((loss, i) => {
      assert.ok(Math.abs(loss - expected[i]) < 1e-3 * expected[i], `${loss} is not ${expected[i]}`);
    });
  });
});
