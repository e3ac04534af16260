import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";

const ssdml = (words: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [path.join("bin", "ssdml.cjs"), ...words], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });

describe("ssdml on the command line", () => {
  it("lists its commands, also without any words", () => {
    for (const words of [[], ["--help"], ["help"]]) {
      const { status, stdout } = ssdml(words);
      assert.equal(status, 0);
      assert.match(stdout, /doctor +show what works on this machine/);
      assert.match(stdout, /engine install +install/);
    }
    assert.match(ssdml(["--version"]).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it("lists the commands of a group", () => {
    const { status, stdout } = ssdml(["kernel", "--help"]);
    assert.equal(status, 0);
    assert.match(stdout, /\n {2}kernel install +.*\n {2}kernel uninstall +.*\n$/);
    assert.doesNotMatch(stdout, /doctor/);
    assert.match(
      ssdml(["data"]).stderr,
      /there is no command "data"; the commands are data fetch, data list\./,
    );
  });

  it("answers --help for each command", () => {
    for (const command of ["start", "doctor", "engine install"]) {
      for (const words of [
        [...command.split(" "), "--help"],
        ["help", ...command.split(" ")],
      ]) {
        const { status, stdout } = ssdml(words);
        assert.equal(status, 0);
        assert.ok(stdout.startsWith(`Usage: ssdml ${command}`), stdout);
      }
    }
  });

  it("rejects unknown words in one sentence, with the nearest name", () => {
    for (const [words, sentence] of [
      [
        ["frobnicate"],
        /^ssdml: there is no command "frobnicate"; the commands are start, doctor, engine install/,
      ],
      [["doctor", "--jsn"], /^ssdml: .*--jsn.*ssdml doctor --help/],
      [["doctor", "--jsn"], /there is no option --jsn; did you mean --json\? Type ssdml doctor --help\.\n$/],
      [["tran", "--dataset", "mnist"], /there is no command .*; did you mean train\? Type ssdml --help\.\n$/],
      [["data", "fecth", "mnist"], /the commands are data fetch, data list; did you mean data fetch\?/],
      [["doctor", "json"], /^ssdml: doctor: unexpected word "json"; did you mean --json\?/],
      [["doctor", "now"], /^ssdml: doctor: unexpected word "now"\. Type ssdml doctor --help\.\n$/],
      [["train", "--epoch=3"], /there is no option --epoch; did you mean --epochs\?/],
      [["train", "--dataset"], /^ssdml: train: --dataset needs a value\. Type ssdml train --help\.\n$/],
      [["train", "--dataset", "--epochs"], /--dataset needs a value, but an option follows\./],
      [["doctor", "--json=no"], /^ssdml: doctor: --json takes no value, got "no"\./],
      [["doctor", "-x"], /^ssdml: doctor: there is no option -x\./],
      [["engine", "install", "webgl"], /^ssdml: .*webgl.*tensorflow or cuda/],
      [["engine", "install"], /^ssdml: .*tensorflow or cuda/],
    ] as [string[], RegExp][]) {
      const { status, stdout, stderr } = ssdml(words);
      assert.equal(status, 1);
      assert.equal(stdout, "");
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1);
    }
  });
});

describe("ssdml where it cannot run", () => {
  const bin = path.resolve("bin", "ssdml.cjs");

  it("says which Node it needs if Node is too old", () => {
    const script = `Object.defineProperty(process.versions, "node", { value: "18.20.0" }); require(${JSON.stringify(bin)})`;
    const { status, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^ssdml: needs Node 20 or newer, found v\S+\. Install a current Node and run the command again\.\n$/,
    );
  });

  it("says how to build it if it is not built", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-"));
    cpSync(path.dirname(bin), path.join(folder, "bin"), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [path.join(folder, "bin", "ssdml.cjs")], {
      encoding: "utf8",
    });
    assert.equal(status, 1);
    assert.match(stderr, /^ssdml: it is not built yet. Run npm install in .*\n$/);
  });
});
