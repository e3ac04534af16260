import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { imageFolder } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { AGML, LRML } from "../../lib/methods";
import { temporaryFolder } from "../support/temporary";
import { failing, ssdml } from "./inProcess";
import { labeledPictures, pattern } from "./labeledPictures";

interface Answer {
  query: string;
  hits: { position: number; name: string; distance: number; class: string | null }[];
}

/** A folder of pictures and a model of such pictures. */
async function pictureModel(t: TestContext, count = 12) {
  const folder = temporaryFolder(t);
  const pictures = labeledPictures(folder, count);
  const { train } = await imageFolder(pictures, { size: 32, test: 0, channels: 3 });
  const model = await new AGML({
    seed: 1,
    epochs: 1,
    partitionSize: 12,
    batchSize: 8,
    k: 3,
    pretrainingEpochs: 0,
    preprocessing: "mean",
  }).fit(
    train.images,
    Array.from({ length: count }, (_, i) => (i < 8 ? i % 2 : -1)),
  );
  await model.save(path.join(folder, "model.safetensors"));
  return { folder, pictures, model, train };
}

describe("ssdml search", () => {
  before(() => useEngine("wasm"));

  it("finds the pictures that the model itself places nearest, the query not among them", async (t) => {
    const { folder, model, train } = await pictureModel(t);
    const embeddings = model.transform(train.images).arraySync();
    const files = train.files!;
    const at = files.indexOf("004.png");
    const expected = embeddings
      .map((z, i) => ({
        name: files[i],
        distance: Math.hypot(...z.map((value, c) => value - embeddings[at][c])),
      }))
      .filter(({ name }) => name !== "004.png")
      .sort((a, b) => a.distance - b.distance);
    const words = ["search", "--model", "model.safetensors", "--in", "pictures", "--count", "4", "--json"];
    for (const query of ["004.png", path.join("pictures", "004.png")]) {
      const [answer] = JSON.parse((await ssdml(folder, ...words, query)).stdout) as Answer[];
      assert.equal(answer.query, "004.png");
      answer.hits.forEach(({ name, distance }, i) => {
        assert.equal(name, expected[i].name);
        assert.ok(Math.abs(distance - expected[i].distance) < 1e-5);
      });
    }
    model.dispose();
  });

  it("embeds a picture from elsewhere, shows a table, and keeps an index until model or pictures change", async (t) => {
    const { folder, pictures, model } = await pictureModel(t);
    copyFileSync(path.join(pictures, "007.png"), path.join(folder, "query.png"));
    const words = ["search", "--model", "model.safetensors", "--in", "pictures", "--index", "birds.index"];
    const first = await ssdml(folder, ...words, "query.png", "--count", "2");
    const lines = first.stdout.trimEnd().split("\n");
    assert.equal(lines[0], "query.png");
    assert.match(lines[1], /^ {3}1 {2}0\.0000 {2}007\.png {2}owl$/);
    assert.equal(lines.length, 3);
    assert.match(first.stderr, /birds\.index: an index of 12 examples\./);
    const written = statSync(path.join(folder, "birds.index")).mtimeMs;
    const second = await ssdml(folder, ...words, "query.png", "--count", "2");
    assert.equal(second.stdout, first.stdout);
    assert.doesNotMatch(second.stderr, /pictures|index of/);
    assert.equal(statSync(path.join(folder, "birds.index")).mtimeMs, written);
    assert.ok(!existsSync(path.join(folder, "birds.index.part")));

    writeFileSync(path.join(pictures, "900.png"), pattern(1, 99));
    const third = await ssdml(folder, ...words, "query.png");
    assert.match(third.stderr, /is of another model or other pictures and is built again/);
    assert.match(third.stderr, /an index of 13 examples/);
    model.dispose();
  });

  it("writes a page that loads nothing, with the pictures in it and names escaped", async (t) => {
    const { folder, pictures, model } = await pictureModel(t);
    writeFileSync(path.join(pictures, "a&b.png"), pattern(0, 50));
    await ssdml(
      folder,
      ...["search", "--model", "model.safetensors", "--in", "pictures", "--html", "out/page.html"],
      ...["--count", "20", "a&b.png"],
    );
    const page = readFileSync(path.join(folder, "out", "page.html"), "utf8");
    assert.match(page, /Content-Security-Policy" content="default-src 'none'/);
    assert.equal(page.match(/<img src="data:image\/png;base64,/g)?.length, 13);
    assert.match(page, /<h2>a&amp;b\.png<\/h2>/);
    assert.doesNotMatch(page, /a&b/);
    model.dispose();
  });

  it("searches the rows of a feature file by name, and never reads a picture outside --images", async (t) => {
    const folder = temporaryFolder(t);
    const rows = Array.from({ length: 12 }, (_, i) => [5 * (i % 2) + i / 20, (i * i) % 3, i % 5]);
    const file = (i: number) => (i === 3 ? "../secret.png" : `${i}.png`);
    const csv = rows.map((row, i) => [file(i), i % 2 ? "owl" : "", ...row].join());
    writeFileSync(path.join(folder, "x.csv"), `file,class,a,b,c\n${csv.join("\n")}\n`);
    writeFileSync(path.join(folder, "secret.png"), pattern(0, 1));
    const model = await new LRML({ k: 3 }).fit(
      rows,
      rows.map((_, i) => i % 2),
    );
    await model.save(path.join(folder, "lrml.safetensors"));
    const words = [
      "search",
      "--model",
      "lrml.safetensors",
      "--in",
      "x.csv",
      "--query",
      "1.png",
      "--count",
      "5",
    ];
    const [{ hits }] = JSON.parse((await ssdml(folder, ...words, "--json")).stdout) as Answer[];
    const z = model.transform(rows).arraySync();
    const distances = z.map((row) => Math.hypot(...row.map((value, c) => value - z[1][c])));
    const nearest = [...z.keys()].filter((i) => i !== 1).sort((a, b) => distances[a] - distances[b]);
    assert.deepEqual(
      hits.map(({ name }) => name),
      nearest.slice(0, 5).map(file),
    );
    assert.equal(hits[0].class, nearest[0] % 2 ? "owl" : null);
    labeledPictures(folder, 2);
    await ssdml(folder, ...words, "--html", "page.html", "--images", "pictures");
    assert.doesNotMatch(readFileSync(path.join(folder, "page.html"), "utf8"), /<img/);
  });

  it("says what is wrong in one sentence", async (t) => {
    const { folder, model, train } = await pictureModel(t);
    const features = await new LRML({ k: 3 }).fit(
      Array.from({ length: 12 }, (_, i) => [i, (i * i) % 5]),
      Array.from({ length: 12 }, (_, i) => i % 2),
    );
    await features.save(path.join(folder, "lrml.safetensors"));
    writeFileSync(path.join(folder, "x.csv"), "a,b,c\n1,2,3\n4,5,6\n");
    writeFileSync(path.join(folder, "nan.csv"), "a,b\n1,2\n4,\n");
    const search = (...words: string[]) => failing(folder, "search", ...words);
    const pictures = ["--model", "model.safetensors", "--in", "pictures"];
    assert.match(await search("--in", "pictures", "q"), /search needs --model FILE/);
    assert.match(await search("--model", "model.safetensors", "q"), /search needs --in DIR/);
    assert.match(await search(...pictures), /search needs a query/);
    assert.match(
      await search(...pictures, "005.pgn"),
      /"005\.pgn" is neither a picture file nor the name .* Did you mean 005\.png\?/,
    );
    assert.match(
      await search(...pictures, "q", "--count", "0"),
      /--count must be a whole number of at least 1, got 0/,
    );
    assert.match(
      await search("--model", "lrml.safetensors", "--in", "pictures", "q"),
      /--in pictures is a folder of pictures, but lrml\.safetensors was trained on feature vectors of 2 numbers\. .* ssdml features --images pictures/,
    );
    assert.match(
      await search("--model", "lrml.safetensors", "--in", "x.csv", "q"),
      /--in x\.csv has feature vectors of 3 numbers, but lrml\.safetensors was trained on feature vectors of 2 numbers/,
    );
    assert.match(
      await search("--model", "model.safetensors", "--in", "x.csv", "q"),
      /was trained on pictures of 32 × 32 pixels, in color\. Pass a folder of pictures/,
    );
    assert.match(
      await search("--model", "lrml.safetensors", "--in", "nan.csv", "q"),
      /nan\.csv .* no number in row 1/,
    );
    assert.match(
      await search("--model", "x.csv", "--in", "pictures", "q"),
      /x\.csv is not a safetensors file/,
    );
    assert.match(
      await search(...pictures, "--index", "model.safetensors", "q"),
      /must be a "ssdml search index/,
    );
    assert.ok(readFileSync(path.join(folder, "model.safetensors")).length > 1000);
    assert.equal(train.images.shape[0], 12);
    model.dispose();
  });
});
