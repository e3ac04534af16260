import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { loadFeatures } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { AGML2, DeepLRML } from "../../lib/methods";
import { temporaryFolder } from "../support/temporary";
import { failing, ssdml } from "./inProcess";
import { labeledPictures } from "./labeledPictures";

const embed = (folder: string, ...words: string[]) => ssdml(folder, "embed", ...words);

const points = Array.from({ length: 12 }, (_, i) => [4 * (i % 2) + i / 30, (i % 5) / 5, 1]);
const labels = points.map((_, i) => (i < 8 ? i % 2 : -1));

describe("ssdml embed", () => {
  before(() => useEngine("wasm"));

  it("writes what transform returns, with names and classes, in every format", async (t) => {
    const folder = temporaryFolder(t);
    const model = await new AGML2({ seed: 1, epochs: 2, k: 3 }).fit(points, labels);
    await model.save(path.join(folder, "m.safetensors"));
    const z = model.transform(points);
    const rows = points.map((row, i) => [`p/${i}, "x".png`, i < 8 ? ["a", "b"][i % 2] : "", ...row]);
    writeFileSync(
      path.join(folder, "x.tsv"),
      [["file", "class", "u", "v", "w"], ...rows].map((row) => row.join("\t")).join("\n"),
    );
    for (const kind of ["parquet", "npy", "csv", "safetensors"]) {
      const { stdout } = await embed(
        folder,
        "--model",
        "m.safetensors",
        "--in",
        "x.tsv",
        "--out",
        `z.${kind}`,
      );
      assert.match(stdout, new RegExp(`z\\.${kind}.*: 12 rows of ${z.shape[1]} numbers`));
      const found = await loadFeatures(path.join(folder, `z.${kind}`));
      assert.deepEqual(found.features.shape, z.shape);
      assert.deepEqual([...found.features.data], [...z.dataSync()]);
      if (kind === "npy") continue;
      assert.deepEqual(found.classNames, ["a", "b"]);
      assert.deepEqual([...found.labels], labels);
      assert.equal(found.names[3], 'p/3, "x".png');
    }
    assert.ok(existsSync(path.join(folder, "z.names.csv")));
    z.dispose();
    model.dispose();
  });

  it("embeds pictures of every method's model, leaves out broken ones, and leaves nothing else behind", async (t) => {
    const folder = temporaryFolder(t);
    const pictures = labeledPictures(folder, 20);
    writeFileSync(path.join(pictures, "005.png"), "no picture");
    const images = { data: new Uint8Array(12 * 784).map((_, i) => (i * 37) % 256), shape: [12, 28, 28, 1] };
    const model = await new DeepLRML({ seed: 1, epochs: 1, partitionSize: 12, batchSize: 6, k: 3 }).fit(
      images as never,
      labels,
    );
    await model.save(path.join(folder, "m.safetensors"));
    const { stderr } = await embed(
      folder,
      "--model",
      "m.safetensors",
      "--in",
      "pictures",
      "--out",
      "z.safetensors",
    );
    assert.match(stderr, /left out: .*005\.png/);
    const {
      features,
      names,
      labels: found,
      classNames,
    } = await loadFeatures(path.join(folder, "z.safetensors"));
    assert.equal(features.shape[0], 19);
    assert.equal(names[5], "006.png");
    assert.deepEqual([classNames[found[0]], classNames[found[1]]], ["finch", "owl"]);
    assert.deepEqual(readdirSync(folder).sort(), ["m.safetensors", "pictures", "z.safetensors"]);
    model.dispose();
  });

  it("rejects other endings and files that are no models", async (t) => {
    const folder = temporaryFolder(t);
    const words = ["embed", "--model", "none.safetensors", "--in", "x"];
    assert.match(
      await failing(folder, ...words, "--out", "z.xlsx"),
      /embed: --out must be the name of a file that ends in \.parquet, \.npy, \.csv or \.safetensors, got "z\.xlsx"/,
    );
    assert.match(
      await failing(folder, ...words),
      /embed needs --model FILE, --in DIR or FILE, and --out FILE/,
    );
    assert.match(await failing(folder, ...words, "--out", "z.csv"), /none\.safetensors/);
  });
});
