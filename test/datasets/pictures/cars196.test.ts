import assert from "node:assert/strict";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { loadDataset } from "../../../lib/datasets";
import { parseMat } from "../../../lib/datasets/pictures/matFile";
import { temporaryFolder, withEnvironment } from "../../support/temporary";
import { fixture, writeFile } from "./support";

/** The layout of Cars-196, with four classes of two pictures. */
function cars(t: TestContext, annotations: Buffer): string {
  const folder = temporaryFolder(t);
  writeFile(path.join(folder, "cars_annos.mat"), annotations);
  for (let i = 1; i <= 8; i++) {
    writeFile(path.join(folder, "car_ims", `00000${i}.jpg`), fixture("colour.jpg"));
  }
  return folder;
}

describe("Cars-196", () => {
  for (const file of ["cars_annos.mat", "cars_annos_plain.mat"]) {
    it(`reads its own layout from ${file}, with the first half of the classes for training`, async (t) => {
      const folder = cars(t, fixture(file));
      const { train, test, classNames } = await loadDataset("cars196", { folder, size: 8 });
      assert.deepEqual(classNames, [
        "AM General Hummer SUV 2000",
        "Acura RL Sedan 2012",
        "Acura TL Sedan 2012",
        "smart fortwo Convertible 2012",
      ]);
      assert.deepEqual([...train.labels], [0, 0, 1, 1]);
      assert.deepEqual([...test.labels], [2, 2, 3, 3]);
      assert.deepEqual(train.images.shape, [4, 8, 8, 3]);
    });
  }

  it("says where to get it and where to put it", async (t) => {
    withEnvironment(t, { SSDML_HOME: temporaryFolder(t), SSDML_DATA: undefined });
    await assert.rejects(
      loadDataset("cars196"),
      /^UserError: Cars-196 is not on this machine .*: download car_ims\.tgz and cars_annos\.mat from https:.*datasets.cars196/,
    );
  });

  it("names annotations that are truncated or something else", async (t) => {
    const packed = fixture("cars_annos.mat");
    const plain = fixture("cars_annos_plain.mat");
    for (const bytes of [
      packed.subarray(0, 300),
      plain.subarray(0, 1000),
      Buffer.from("no"),
      Buffer.alloc(500),
    ]) {
      await assert.rejects(
        loadDataset("cars196", { folder: cars(t, bytes), size: 8 }),
        /^UserError: .*cars_annos\.mat cannot be read \(.*\)\. Download it again\.$/,
      );
    }
  });
});

describe("parseMat", () => {
  it("reads numbers, texts, cells and structures", () => {
    for (const file of ["cars_annos.mat", "cars_annos_plain.mat"]) {
      const annotations = parseMat(fixture(file)).get("annotations");
      assert.ok(annotations?.kind === "structures");
      assert.equal(annotations.structures.length, 8);
      assert.deepEqual(annotations.structures[2], {
        relative_im_path: { kind: "text", text: "car_ims/000003.jpg" },
        bbox_x1: { kind: "numbers", values: [1] },
        bbox_y1: { kind: "numbers", values: [2] },
        bbox_x2: { kind: "numbers", values: [300] },
        bbox_y2: { kind: "numbers", values: [4] },
        class: { kind: "numbers", values: [2] },
        test: { kind: "numbers", values: [0] },
      });
    }
  });
});
