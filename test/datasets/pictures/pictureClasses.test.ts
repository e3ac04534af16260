import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pictureClasses, pictureFiles, pictureName } from "../../../lib/datasets";
import { temporaryFolder } from "../../support/temporary";

function folderOf(t: TestContext, names: readonly string[], labels?: string): string {
  const folder = temporaryFolder(t);
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), "");
  }
  if (labels !== undefined) writeFileSync(path.join(folder, "labels.csv"), labels);
  return folder;
}

async function classesIn(folder: string): Promise<Record<string, string | null> | undefined> {
  const classes = await pictureClasses("here", folder, await pictureFiles(folder));
  return classes && Object.fromEntries([...classes].map(([file, name]) => [pictureName(folder, file), name]));
}

describe("pictureClasses", () => {
  it("are those of labels.csv, or of the folders that the pictures lie in, or unknown", async (t) => {
    const names = ["owl/1.png", "wren/2.png", "unlabeled/3.png"];
    assert.deepEqual(await classesIn(folderOf(t, names)), {
      "owl/1.png": "owl",
      "wren/2.png": "wren",
      "unlabeled/3.png": null,
    });
    assert.deepEqual(await classesIn(folderOf(t, names, "file,label\nwren/2.png,hawk\nowl/1.png,?\n")), {
      "owl/1.png": null,
      "wren/2.png": "hawk",
      "unlabeled/3.png": null,
    });
    assert.equal(await classesIn(folderOf(t, ["1.png", "owl/2.png"])), undefined);
  });

  it("are the class folders, not folders within them, nor train and test, nor folders around all", async (t) => {
    assert.deepEqual(await classesIn(folderOf(t, ["owl/young/1.png", "owl/2.png", "wren/3.png"])), {
      "owl/2.png": "owl",
      "owl/young/1.png": "owl",
      "wren/3.png": "wren",
    });
    assert.deepEqual(await classesIn(folderOf(t, ["all/train/owl/1.png", "all/test/owl/x/2.png"])), {
      "all/test/owl/x/2.png": "owl",
      "all/train/owl/1.png": "owl",
    });
  });

  it("refuse names that lead out of the folder, in the name of their caller", async (t) => {
    await assert.rejects(
      classesIn(folderOf(t, ["1.png"], "file,label\n../1.png,owl\n")),
      /^UserError: here: .*labels\.csv cannot be used: its row 1 below the header names "\.\.\/1\.png", which is outside the folder/,
    );
  });
});
