import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { datasets, loadDataset } from "../../../lib/datasets";
import { temporaryFolder, withEnvironment } from "../../support/temporary";
import { fixture, writeFile, writePng } from "./support";

const classes = [
  "001.Black_footed_Albatross",
  "002.Laysan_Albatross",
  "003.Sooty_Albatross",
  "004.Groove_billed_Ani",
];

/** CUB's own layout, with four classes of two pictures. */
function birds(t: TestContext, below = "CUB_200_2011"): string {
  const folder = temporaryFolder(t);
  const top = path.join(folder, below);
  const images = classes.flatMap((name) => [`${name}/one.jpg`, `${name}/two.jpg`]);
  const list = (lines: string[]) => lines.map((line, i) => `${i + 1} ${line}\n`).join("");
  writeFile(path.join(top, "classes.txt"), list(classes));
  writeFile(path.join(top, "images.txt"), list(images));
  writeFile(
    path.join(top, "image_class_labels.txt"),
    list(images.map((_, i) => String(Math.floor(i / 2) + 1))),
  );
  for (const image of images) writeFile(path.join(top, "images", image), fixture("colour.jpg"));
  return folder;
}

describe("CUB-200-2011", () => {
  it("reads its own layout, with the first half of the classes for training", async (t) => {
    const folder = birds(t);
    const { train, test, classNames, imageShape } = await loadDataset("cub200", { folder, size: 8 });
    assert.deepEqual(classNames, [
      "Black footed Albatross",
      "Laysan Albatross",
      "Sooty Albatross",
      "Groove billed Ani",
    ]);
    assert.deepEqual([...train.labels], [0, 0, 1, 1]);
    assert.deepEqual([...test.labels], [2, 2, 3, 3]);
    assert.deepEqual(imageShape, [8, 8, 3]);
    assert.deepEqual(test.images.shape, [4, 8, 8, 3]);
  });

  it("is found in SSDML_DATA, and has GoogLeNet's size by default", async (t) => {
    withEnvironment(t, { SSDML_DATA: birds(t, path.join("cub200", "CUB_200_2011")) });
    assert.deepEqual((await loadDataset("cub200")).imageShape, [224, 224, 3]);
    assert.ok(datasets().find(({ name }) => name === "cub200")!.available);
  });

  it("names lists that are empty or have a number twice", async (t) => {
    const folder = birds(t);
    const file = path.join(folder, "CUB_200_2011", "classes.txt");
    for (const [text, reason] of [
      ["", /classes\.txt is damaged: it is empty\. Unpack/],
      ["1 001.A\n1 002.B\n", /classes\.txt is damaged: a number occurs twice\. Unpack/],
    ] as const) {
      fs.writeFileSync(file, text);
      await assert.rejects(loadDataset("cub200", { folder, size: 8 }), {
        name: "UserError",
        message: reason,
      });
    }
  });

  it("says where to get it and where to put it", async (t) => {
    const home = temporaryFolder(t);
    withEnvironment(t, { SSDML_HOME: home, SSDML_DATA: undefined });
    const expected = new RegExp(
      "^UserError: CUB-200-2011 is not on this machine .*: download CUB_200_2011\\.tgz from https://www\\.vision\\.caltech\\.edu/.*, " +
        `and unpack into ${path.join(home, "datasets", "cub200")}, or name another folder with the folder option or SSDML_DATA\\.$`,
    );
    await assert.rejects(loadDataset("cub200"), expected);
    await assert.rejects(
      loadDataset("cub200", { folder: home }),
      /is not in .* \(no image_class_labels\.txt\)/,
    );
  });

  it("names what is missing or damaged", async (t) => {
    const folder = birds(t);
    const top = path.join(folder, "CUB_200_2011");
    const load = () => loadDataset("cub200", { folder, size: 8 });
    const bird = path.join(top, "images", classes[1], "two.jpg");
    fs.rmSync(bird);
    await assert.rejects(load(), /002\.Laysan_Albatross.two\.jpg cannot be read \(ENOENT/);
    writePng(bird, [5, 5]);
    await load();
    writeFile(path.join(top, "image_class_labels.txt"), "1 1\n2 9\n");
    await assert.rejects(
      load(),
      /image_class_labels\.txt gives no known class for image 2\. Unpack it again/,
    );
    writeFile(path.join(top, "classes.txt"), "1 one\nnonsense\n");
    await assert.rejects(load(), /classes\.txt is damaged: line 2 is not "NUMBER TEXT"/);
    fs.rmSync(path.join(top, "classes.txt"));
    await assert.rejects(load(), /classes\.txt is missing\. Unpack CUB_200_2011\.tgz again/);
  });
});
