import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { chooseWheel, compareVersions, parseWheelName } from "../../../lib/engine/install/wheelName";

const wish = {
  project: "tensorflow-cpu",
  versionText: "2.21.0",
  accepts: (version: string) => version === "2.21.0",
  platformTag: /^manylinux.*_x86_64$/,
  platformName: "Linux x64",
};

function files(...names: string[]) {
  return names.map((filename) => ({ filename, url: `https://a.example/${filename}` }));
}

describe("wheel names", () => {
  it("have a version, a Python tag and platforms", () => {
    assert.deepEqual(
      parseWheelName("nv_cu12-12.9.79-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"),
      {
        project: "nv-cu12",
        version: "12.9.79",
        python: "py3",
        platform: "manylinux2014_x86_64.manylinux_2_17_x86_64",
      },
    );
    assert.equal(parseWheelName("a-1.0-2-py3-none-any.whl")?.version, "1.0");
    assert.equal(parseWheelName("a-1.0.tar.gz"), undefined);
  });

  it("are plain file names only, whatever the index sends", () => {
    const good = "tensorflow_cpu-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl";
    const odd = fc.constantFrom("/", "\\", "..", "../", "\0", "\n", " ", ":", "%2e%2e/", "é", "-", "~", "");
    const anywhere = fc.tuple(fc.nat(good.length), fc.oneof(odd, fc.string({ unit: "binary" })));
    const names = fc.oneof(
      fc.string({ unit: "binary" }),
      anywhere.map(([at, text]) => good.slice(0, at) + text + good.slice(at)),
    );
    fc.assert(
      fc.property(names, (name) => {
        if (parseWheelName(name) === undefined) return;
        assert.match(name, /^[A-Za-z0-9][A-Za-z0-9._+-]*$/);
        assert.equal(path.basename(name), name);
        assert.equal(path.win32.basename(name), name);
      }),
      { seed: 7, numRuns: 5000 },
    );
    assert.ok(parseWheelName(good));
  });

  it("order versions by number: 12.9 < 12.10 = 12.10.0", () => {
    assert.ok(compareVersions("12.9", "12.10") < 0);
    assert.equal(compareVersions("12.10", "12.10.0"), 0);
    assert.ok(compareVersions("2.0.1", "2") > 0);
  });
});

describe("chooseWheel", () => {
  it("takes the newest Python tag of the wanted version and platform, in whatever order they are listed", () => {
    const names = [
      "tensorflow_cpu-2.21.0-cp39-cp39-manylinux_2_27_x86_64.whl",
      "tensorflow_cpu-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl",
      "tensorflow_cpu-2.21.0-cp313-cp313t-manylinux_2_27_x86_64.whl",
      "tensorflow_cpu-2.21.0-cp314-cp314-win_amd64.whl",
      "tensorflow_cpu-2.22.0-cp313-cp313-manylinux_2_27_x86_64.whl",
      "tensorflow_cpu-2.21.0rc1-cp313-cp313-manylinux_2_27_x86_64.whl",
      "tensorflow_cpu-2.21.0.tar.gz",
    ];
    for (const order of [names, [...names].reverse()]) {
      assert.equal(chooseWheel(files(...order), wish).filename, names[1]);
    }
  });

  it("takes the newest of several acceptable versions", () => {
    const any = { ...wish, accepts: () => true };
    const chosen = chooseWheel(
      files("n-12.9.1-py3-none-manylinux1_x86_64.whl", "n-12.10.0-py3-none-manylinux1_x86_64.whl"),
      { ...any, project: "n" },
    );
    assert.equal(parseWheelName(chosen.filename)?.version, "12.10.0");
  });

  it("says which platforms there are when this one is missing", () => {
    const others = files(
      "tensorflow_cpu-2.21.0-cp313-cp313-win_amd64.whl",
      "TensorFlow.CPU-2.21.0-cp312-cp312-win_amd64.whl",
    );
    assert.throws(() => chooseWheel(others, wish), {
      name: "UserError",
      message:
        "The package index has no wheel of tensorflow-cpu 2.21.0 for Linux x64 (it has: win_amd64). " +
        "Name another index with --index URL.",
    });
    assert.throws(() => chooseWheel([], wish), /it has: none of this version/);
  });
});
