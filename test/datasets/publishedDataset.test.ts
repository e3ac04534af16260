import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { publishedDataset } from "../../lib/datasets/publishedDataset";
import { temporaryFolder, withEnvironment } from "../support/temporary";
import { contents, packed, toyDataset } from "./support/toyRecipe";

function write(folder: string, files: Record<string, Buffer>): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
}

describe("publishedDataset", () => {
  it("fetches when first used, records the source, and does not fetch again", async (t) => {
    const { recipe, server } = await toyDataset(t);
    const toy = publishedDataset(recipe);
    assert.equal(toy.place(), undefined);
    let steps = 0;
    const { train, source, name } = await toy.load({
      onProgress: ({ kind }) => (steps += Number(kind === "step")),
    });
    assert.deepEqual([...train.labels], [0, 1, 1, 0]);
    assert.deepEqual([name, source, steps], ["toy", "the living server", 3]);
    const asked = server.requests.length;
    assert.equal((await toy.load({})).source, "the living server");
    assert.equal(server.requests.length, asked);
  });

  it("reads a user's folder, plain or packed, also with the usual subfolders, and SSDML_DATA", async (t) => {
    const { recipe, server } = await toyDataset(t);
    const toy = publishedDataset(recipe);
    for (const [below, files] of [
      [".", contents],
      ["toy", packed],
      ["toy-official", packed],
      ["toy/toy-official", contents],
    ] as const) {
      const folder = temporaryFolder(t);
      write(path.join(folder, below), files);
      assert.equal((await toy.load({ folder })).source, `folder ${path.join(folder, below)}`);
      withEnvironment(t, { SSDML_DATA: folder });
      assert.equal((await toy.load({})).source, `folder ${path.join(folder, below)}`);
    }
    assert.equal(server.requests.length, 0);
  });

  it("names files that a folder lacks, and a missing folder", async (t) => {
    const { recipe } = await toyDataset(t);
    const toy = publishedDataset(recipe);
    const folder = temporaryFolder(t);
    write(folder, { images: contents.images });
    await assert.rejects(toy.load({ folder }), {
      name: "UserError",
      message: `loadDataset: folder ${folder} lacks labels of Toy. Put them there (from https://toy.example), or omit the folder option to fetch them.`,
    });
    await assert.rejects(toy.load({ folder: "no-such" }), /folder must be an existing folder, got "no-such"/);
  });

  it("names a truncated or changed file, and fetches it again once it is gone", async (t) => {
    const { recipe, folder } = await toyDataset(t);
    const toy = publishedDataset(recipe);
    await toy.load({});
    const file = path.join(folder, "images");
    fs.truncateSync(file, 1000);
    await assert.rejects(toy.load({}), {
      name: "UserError",
      message: `${file} is damaged: it holds 1000 bytes, not 200000. Run npx ssdml data fetch toy to fetch it again.`,
    });
    fs.writeFileSync(file, Buffer.alloc(200_000));
    await assert.rejects(
      toy.load({}),
      /images is damaged: its sha256 is [0-9a-f]{64}, not [0-9a-f]{64}\. Run npx ssdml data fetch toy/,
    );
    fs.rmSync(file);
    assert.deepEqual(Buffer.from((await toy.load({})).train.images.data), contents.images);
  });

  it("names a truncated packed file in a user's folder", async (t) => {
    const { recipe } = await toyDataset(t);
    const folder = temporaryFolder(t);
    write(folder, { ...packed, "images.gz": packed["images.gz"].subarray(0, 1000) });
    await assert.rejects(
      publishedDataset(recipe).load({ folder }),
      /^UserError: .*images\.gz cannot be read \(unexpected end of file\)\. Replace it with an intact copy\.$/,
    );
  });

  it("repairs a damaged file when it is fetched again, and fetches into another folder", async (t) => {
    const { recipe, folder, server } = await toyDataset(t);
    const toy = publishedDataset(recipe);
    const fetch = async (target?: string) => {
      const fetching = toy.fetch({ folder: target });
      for (;;) {
        const next = await fetching.next();
        if (next.done) return next.value;
      }
    };
    assert.equal((await fetch()).folder, folder);
    fs.truncateSync(path.join(folder, "labels"), 1);
    await fetch();
    assert.deepEqual(fs.readFileSync(path.join(folder, "labels")), contents.labels);

    const other = path.join(temporaryFolder(t), "new");
    assert.equal((await fetch(other)).folder, path.join(other, "toy"));
    assert.equal((await toy.load({ folder: other })).source, "the living server");
    const asked = server.requests.length;
    await fetch(other);
    assert.equal(server.requests.length, asked);
  });

  it("rejects the size option", async (t) => {
    const { recipe } = await toyDataset(t);
    await assert.rejects(publishedDataset(recipe).load({ size: 32 }), /toy takes no size/);
  });
});
