import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { useEngine } from "../../lib/engine";
import { AGML2 } from "../../lib/methods";
import { temporaryFolder } from "../support/temporary";
import { failing, ssdml } from "./inProcess";

const rows = Array.from({ length: 24 }, (_, i) => [4 * (i % 2) + i / 50, (i % 5) / 5]);
const classOf = (i: number) => ["elm", "oak"][i % 2];

/** A folder with trees.csv, whose columns hold two names, two numbers and the classes of trees. */
function trees(t: TestContext): string {
  const folder = temporaryFolder(t);
  const lines = rows.map((row, i) => `tree ${i},${row.join(",")},${classOf(i)}`);
  writeFileSync(path.join(folder, "trees.csv"), ["tag,x,y,kind", ...lines].join("\n"));
  mkdirSync(path.join(folder, "pictures"));
  return folder;
}

describe("feature files with texts, on the command line", () => {
  before(() => useEngine("wasm"));

  it("are trained on, embedded and searched with --label and --name", async (t) => {
    const folder = trees(t);
    const columns = ["--label", "kind", "--name", "tag"];
    const few = ["--labeled-per-class", "3", "--validation", "0", "--epochs", "0", "--out", "run"];
    await ssdml(folder, "train", "--dataset", "trees.csv", ...columns, ...few);
    const model = ["--model", "run/model.safetensors", "--in", "trees.csv", ...columns];
    await ssdml(folder, "embed", ...model, "--out", "z.csv");
    assert.match(readFileSync(path.join(folder, "z.csv"), "utf8"), /^file,class,z0\ntree 0,elm,/);
    const found = await ssdml(folder, "search", ...model, "--count", "1", "tree 3", "--index", "i.index");
    assert.match(found.stdout, /1 +\d\.\d+ +tree \d+ +oak/);
    const swapped = ["--label", "tag", "--name", "kind"];
    const again = await ssdml(
      folder,
      ...["search", ...model.slice(0, 4), ...swapped, "--count", "1", "elm", "--index", "i.index"],
    );
    assert.match(again.stdout, /tree \d+/, "the index is built again for other columns");
  });

  it("are refused with the options to type", async (t) => {
    const folder = trees(t);
    const train = (...words: string[]) => failing(folder, "train", "--dataset", "trees.csv", ...words);
    assert.match(await train(), /"tag" holds texts.* pass --label tag or --name tag\.$/);
    const columns = ["--label", "kind", "--name", "tag"];
    assert.match(await train(...columns, "--test", "some"), /train: --test must be .*, got "some"/);
    assert.match(await train(...columns, "--test", "0"), /trees has no test examples.*such as --test 0\.5/);
    assert.match(await train(...columns, "--batch-size", "0"), /AGML2: --batch-size must be .*, got 0/);
    assert.match(
      await train("--name", "tag", "--label", "x", "--dataset", "pictures"),
      /--label is for files/,
    );
    assert.match(
      await failing(folder, "train", "--dataset", "mnist", "--test", "0.5"),
      /--test is for data of/,
    );
  });

  it("are refused with the options of embed, search and features", async (t) => {
    const folder = trees(t);
    const model = await new AGML2({ seed: 1, epochs: 0, k: 3 }).fit(
      rows,
      rows.map((_, i) => (i < 6 ? i % 2 : -1)),
    );
    await model.save(path.join(folder, "m.safetensors"));
    model.dispose();
    const given = ["--model", "m.safetensors", "--in"];
    assert.match(
      await failing(folder, "embed"),
      /^embed needs --model FILE, --in DIR or FILE, and --out FILE/,
    );
    assert.match(
      await failing(folder, "embed", ...given, "pictures", "--label", "kind", "--out", "z.csv"),
      /--label is for files of feature vectors, but --in is the folder pictures/,
    );
    const search = (...words: string[]) => failing(folder, "search", ...given, "trees.csv", "0", ...words);
    assert.match(await search("--count", "many"), /--count must be a whole number of at least 1, got "many"/);
    assert.match(await search("--images", "nowhere"), /--images must be a folder of pictures, got "nowhere"/);
    const features = (...words: string[]) => failing(folder, "features", "--images", ...words);
    assert.match(await features("nowhere", "--out", "f.safetensors"), /--images must be a folder.*"nowhere"/);
    assert.match(
      await features("pictures", "--out", "f.csv"),
      /--out must be .*\.safetensors file, got "f.csv"/,
    );
    assert.equal(existsSync(path.join(folder, "z.csv")), false);
  });
});
