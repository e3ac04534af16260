import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fetchFolder, findDataset, foldersWithin } from "../../../lib/datasets/files/datasetLocation";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

describe("findDataset", () => {
  it("looks in the folder itself, below the data set's name, and below its official name", () => {
    assert.deepEqual(foldersWithin("/d", "cub200", "CUB_200_2011"), [
      "/d",
      path.join("/d", "CUB_200_2011"),
      path.join("/d", "cub200"),
      path.join("/d", "cub200", "CUB_200_2011"),
    ]);
    assert.deepEqual(foldersWithin("/d", "mnist"), ["/d", path.join("/d", "mnist")]);
  });

  it("takes the given folder, else SSDML_DATA, else the user folder, and says how to repair it", (t) => {
    const [given, data, home] = ["given", "data", "home"].map((name) => path.join(temporaryFolder(t), name));
    const cache = path.join(home, "datasets", "toy");
    for (const folder of [given, data, cache]) mkdirSync(folder, { recursive: true });
    const find = (folder: string | undefined, holding: string[]) =>
      findDataset({ name: "toy" }, folder, (candidate) => holding.includes(candidate));
    withEnvironment(t, { SSDML_DATA: data, SSDML_HOME: home });
    assert.deepEqual(find(given, [given, data, cache]), {
      folder: given,
      source: `folder ${given}`,
      repair: "Replace it with an intact copy.",
    });
    assert.equal(find(given, [data, cache]), undefined, "nowhere else where a folder is given");
    assert.equal(find(undefined, [data, cache])?.folder, data);
    assert.deepEqual(find(undefined, [cache]), {
      folder: cache,
      source: `folder ${cache}`,
      repair: "Run npx ssdml data fetch toy to fetch it again.",
    });
    assert.equal(fetchFolder("toy"), cache);
    assert.equal(fetchFolder("toy", given), path.join(given, "toy"));
    assert.throws(() => find(path.join(given, "nowhere"), []), /folder must be an existing folder, got/);
  });
});
