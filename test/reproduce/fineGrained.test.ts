import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { random } from "../../lib/core/values";
import { writeSafetensors } from "../../lib/io/files";
import { featureDataset, loadFeatures } from "../../lib/datasets";
import { evaluateEmbeddings } from "../../lib/evaluate";
import { halfWhiten, preprocessImages } from "../../lib/networks";
import { readReport, reproductionGrid } from "../../lib/reproduce";
import { runGridCell } from "../../lib/reproduce/runGridCell";
import { temporaryFolder } from "../support/temporary";

const [classes, perClass, d] = [12, 14, 140];

/** Features of twelve classes that overlap, under the name of CUB-200's, as ssdml features writes them. */
async function features(t: TestContext): Promise<string> {
  const folder = path.join(temporaryFolder(t), "features");
  const draw = random(7);
  const centers = Array.from({ length: classes }, () => Array.from({ length: d }, () => draw.normal()));
  const labels = Array.from({ length: classes * perClass }, (_, i) => i % classes);
  const data = Float32Array.from(
    labels.flatMap((label) => centers[label].map((center) => 4 + center + 1.5 * draw.normal())),
  );
  const names = labels.map((label, i) => `${String(label).padStart(2, "0")}/${i}.jpg`);
  await writeSafetensors(path.join(folder, "cub200.safetensors"), {
    arrays: { features: { data, shape: [labels.length, d] } },
    metadata: { columns: JSON.stringify({ file: names, class: names.map((name) => name.slice(0, 2)) }) },
  });
  return folder;
}

describe("Table 2", () => {
  it("has a cell per method for each file of features, whose content is part of its id", async (t) => {
    const folder = await features(t);
    const cells = reproductionGrid("table2", { features: folder, seeds: 1 });
    assert.deepEqual([...new Set(cells.map(({ dataset }) => dataset))], ["cub200"]);
    assert.equal(cells.length, 7);
    const agml = cells.find(({ method }) => method === "AGML")!;
    const { k, alpha, metricDimension, preprocessing } = agml.options;
    assert.deepEqual([k, alpha, metricDimension, preprocessing], [50, 45, 128, "half-whitening"]);
    assert.equal(agml.labeledPerClass, 5);
    assert.equal(agml.leading, undefined);
    assert.equal(cells[0].leading, 128);
    const other = await features(t);
    const again = reproductionGrid("table2", { features: other, seeds: 1 });
    assert.deepEqual(
      again.map(({ id }) => id),
      cells.map(({ id }) => id),
    );
    await writeSafetensors(path.join(other, "cub200.safetensors"), {
      arrays: { features: { data: new Float32Array(4), shape: [2, 2] } },
      metadata: {},
    });
    assert.notEqual(reproductionGrid("table2", { features: other, seeds: 1 })[0].id, cells[0].id);
  });

  it("says which features are missing", async (t) => {
    const folder = await features(t);
    assert.throws(
      () => reproductionGrid("table2", { features: folder, datasets: ["cars196"] }),
      /the features of cars196 are not there\. Write them with ssdml features/,
    );
    rmSync(path.join(folder, "cub200.safetensors"));
    assert.throws(() => reproductionGrid("table2", { features: folder }), /the features of cub200 are not/);
    assert.throws(
      () => reproductionGrid("table1", { datasets: ["cub200"] }),
      /datasets must be some of mnist, fashion-mnist, cifar10; got "cub200"/,
    );
  });

  it("judges on the later half of the classes, from the principal directions", async (t) => {
    const folder = await features(t);
    const asked = { scale: "smoke", features: folder, seeds: 1, methods: ["Deep-LRML", "AGML"] } as const;
    const cells = reproductionGrid("table2", asked);
    const shares: number[] = [];
    const records = [];
    for (const cell of cells) {
      const task = { cell, folder: path.join(folder, cell.id), engine: "wasm", threads: null } as const;
      records.push(await runGridCell(task, (share) => shares.push(share)));
    }
    assert.equal(shares.at(-1), 1);
    for (const { images, rows } of records) {
      assert.deepEqual(images, { train: 84, test: 84 });
      for (const { value } of rows) assert.ok(value > 0 && value <= 1);
    }
    // Initial by its definition: all 84 but the validation rows whiten, and the first 128 axes are kept.
    const report = readReport("table2", asked, folder);
    assert.equal(report.missing.length, 2, "nothing was written to the store");
    const { train, test } = featureDataset(await loadFeatures(path.join(folder, "cub200.safetensors")), {
      test: "classes",
    });
    const whitening = halfWhiten(train.features);
    const { data, shape } = await preprocessImages(test.features, whitening);
    whitening.dispose();
    const rows = Array.from({ length: shape[0] }, (_, i) => {
      const row = Array.from(data.subarray(i * d, i * d + d));
      const length = Math.hypot(...row);
      return row.slice(0, 128).map((value) => value / length);
    });
    const { recall } = await evaluateEmbeddings(rows, test.labels, { recallAt: [1] });
    const initial = records[1].rows.find(({ method, k }) => method === "Initial" && k === 1)!;
    assert.ok(Math.abs(initial.value - recall[1]) < 0.1, `${initial.value} is far from ${recall[1]}`);
  });
});
