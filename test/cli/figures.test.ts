import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");

describe("ssdml figures", () => {
  it("names a file among the runs that does not hold results", (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(path.join(folder, "runs", "a"), { recursive: true });
    for (const text of ["{half", "{}", "null"]) {
      writeFileSync(path.join(folder, "runs", "a", "results.json"), text);
      const { status, stderr } = spawnSync(process.execPath, [bin, "figures"], {
        encoding: "utf8",
        cwd: folder,
      });
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^ssdml: runs.a.results\.json (is not valid JSON|does not hold results of ssdml train).*Move it elsewhere.*\n$/,
      );
    }
  });

  it("checks that it can write before it draws", (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(path.join(folder, "taken"), "");
    const words = [bin, "figures", "--engine", "wasm", "--out", "taken"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /^ssdml: cannot write taken.*: a part of the path is a file, not a folder/);
  });

  it("stops at once on Ctrl-C and leaves only complete figures", async (t) => {
    const folder = temporaryFolder(t);
    const child = spawn(process.execPath, [bin, "figures", "--engine", "wasm", "--out", "drawn"], {
      cwd: folder,
    });
    let errors = "";
    child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
    child.stdout.once("data", () => child.kill("SIGINT"));
    assert.equal(await new Promise((resolve) => child.once("close", resolve)), 130, errors);
    assert.match(errors, /^Stopped\./);
    assert.equal(readdirSync(path.join(folder, "drawn")).length % 3, 0);
  });
});
