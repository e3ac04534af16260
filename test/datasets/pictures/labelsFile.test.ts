import assert from "node:assert/strict";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { imageFolder, type ImageFolderOptions } from "../../../lib/datasets";
import { temporaryFolder } from "../../support/temporary";
import { writeFile, writePng } from "./support";

/** A folder with pictures of these names, and a labels.csv. */
function folderWith(t: TestContext, files: readonly string[], csv?: string, name = "labels.csv"): string {
  const folder = temporaryFolder(t);
  for (const file of files) writePng(path.join(folder, file), [2, 2]);
  if (csv !== undefined) writeFile(path.join(folder, name), csv);
  return folder;
}

/** What each picture is called and labeled. */
async function labeled(folder: string, options: ImageFolderOptions = {}) {
  const { train, test, classNames } = await imageFolder(folder, options);
  const of = ({ files, labels }: typeof train) =>
    Object.fromEntries(files!.map((file, i) => [file, classNames[labels[i]] ?? null]));
  return { train: of(train), test: of(test), classNames };
}

const flat = ["1.png", "2.png", "3.png", "4.png", "sub/5.png", "sub/6.png"];

describe("imageFolder with labels.csv", () => {
  it("takes the classes from the file; what has none there is unlabeled", async (t) => {
    const csv = 'file,label,size\n1.png,owl,3\n2.png,"eagle, bald",3\nsub/5.png,owl,1\n3.png,?,2\n4.png,,1\n';
    const { train, test, classNames } = await labeled(folderWith(t, flat, csv), { test: 0 });
    assert.deepEqual(classNames, ["eagle, bald", "owl"]);
    assert.deepEqual(train, {
      "1.png": "owl",
      "2.png": "eagle, bald",
      "3.png": null,
      "4.png": null,
      "sub/5.png": "owl",
      "sub/6.png": null,
    });
    assert.deepEqual(test, {});
  });

  it("sets only labeled pictures aside for testing", async (t) => {
    const files = Array.from({ length: 30 }, (_, i) => `${i}.png`);
    const csv = `file;label\n${files
      .slice(0, 20)
      .map((file, i) => `${file};${i % 2 ? "a" : "b"}\n`)
      .join("")}`;
    const { train, test } = await labeled(folderWith(t, files, csv), { test: 0.2, seed: 3 });
    assert.deepEqual(Object.values(test).sort(), ["a", "a", "b", "b"]);
    assert.equal(Object.values(train).filter((name) => name === null).length, 10);
    assert.equal(Object.keys({ ...train, ...test }).length, 30);
  });

  it("takes other names of the file and its columns, or ignores it", async (t) => {
    const folder = folderWith(
      t,
      ["a/1.png", "b/2.png"],
      "image\tspecies\na\\1.png\tx\n./b/2.png\ty\n",
      "l.tsv",
    );
    const labels = { path: "l.tsv", file: "image", label: "species" };
    assert.deepEqual((await labeled(folder, { labels, test: 0 })).train, { "a/1.png": "x", "b/2.png": "y" });
    writeFile(path.join(folder, "labels.csv"), "something else");
    const byFolder = await labeled(folder, { labels: false, test: 0 });
    assert.deepEqual(byFolder.train, { "a/1.png": "a", "b/2.png": "b" });
  });

  it("keeps folders train and test, and warns of test classes that training lacks", async (t) => {
    const files = ["train/1.png", "train/2.png", "test/3.png", "test/4.png"];
    const folder = folderWith(t, files, "file,label\ntrain/1.png,a\ntest/3.png,a\ntest/4.png,b\n");
    const warnings: string[] = [];
    t.mock.method(console, "warn", (text: string) => warnings.push(text));
    const { train, test } = await labeled(folder);
    assert.deepEqual(train, { "train/1.png": "a", "train/2.png": null });
    assert.deepEqual(test, { "test/3.png": "a", "test/4.png": "b" });
    assert.deepEqual(warnings, [
      'imageFolder: class "b" of the test pictures has no labeled training picture. Label some.',
    ]);
  });

  it("says in one sentence which row is wrong", async (t) => {
    const cases: [csv: string, message: RegExp][] = [
      [
        "file,label\n1.png,a\n9.jpg,b\n",
        /row 2 below the header names "9\.jpg", which is no picture in the folder/,
      ],
      [
        "file,label\n5.png,a\n",
        /names "5\.png", which is no picture in the folder\. Did you mean "sub\/5\.png"\?/,
      ],
      ["file,label\n1,a\n", /names "1", .*Did you mean "1\.png"\?/],
      ["file,label\nx,a\ny,b\nz,b\n", /row 1 .*names "x".* Neither are 2 other files that it names\./],
      [
        "file,label\n../1.png,a\n",
        /row 1 below the header names "\.\.\/1\.png", which is outside the folder/,
      ],
      ["file,label\n/etc/1.png,a\n", /names "\/etc\/1\.png", which is outside the folder/],
      ["file,label\n1.png,a\n1.png,b\n", /row 2 .*gives "1\.png" the label "b", but a row before it "a"/],
      ["file,label\n,a\n", /row 1 below the header names no file/],
      ["file,label\n1.png,\n", /its column "label" has no label\. Label some pictures/],
      [
        "1.png,a\n",
        /has no column "file"; its first line names "1\.png", "a"\. Name the columns file and label/,
      ],
      ["file,class\n1.png,a\n", /no column "label".*pass labels: \{ label: "…" \}/],
      ["file,label\n1.png\n", /row 1 has 1 field instead of 2/],
      ['file,label\n1.png,"a\n', /ends within quotes/],
    ];
    for (const [csv, message] of cases) {
      const folder = folderWith(t, flat, csv);
      await assert.rejects(imageFolder(folder), (error: Error) => {
        assert.equal(error.name, "UserError", error.stack);
        assert.ok(
          error.message.startsWith(`imageFolder: ${path.join(folder, "labels.csv")} cannot be used: `),
        );
        assert.match(error.message, message);
        return true;
      });
    }
    const folder = folderWith(t, flat);
    await assert.rejects(
      imageFolder(folder, { labels: "l.csv" }),
      /labels names .*l\.csv, which is not a file\. Check the name/,
    );
  });
});

describe("imageFolder with a folder unlabeled", () => {
  it("has no label for its pictures", async (t) => {
    const files = ["a/1.png", "a/2.png", "b/3.png", "b/4.png", "unlabeled/5.png", "unlabeled/6.png"];
    const { train, test, classNames } = await labeled(folderWith(t, files), { test: 0.5 });
    assert.deepEqual(classNames, ["a", "b"]);
    assert.deepEqual(Object.values(test).sort(), ["a", "b"]);
    assert.deepEqual(
      Object.entries(train).filter(([, name]) => name === null),
      [
        ["unlabeled/5.png", null],
        ["unlabeled/6.png", null],
      ],
    );
    await assert.rejects(imageFolder(folderWith(t, ["unlabeled/1.png"])), /has no class folders/);
  });
});
