import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import type { Finding } from "../../lib/cli/doctor";

const ssdml = (words: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [path.join("bin", "ssdml.cjs"), ...words], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });

describe("ssdml doctor", () => {
  const doctor = (environment: NodeJS.ProcessEnv = {}) => {
    const { status, stdout } = ssdml(["doctor", "--json"], environment);
    const findings = JSON.parse(stdout) as Finding[];
    return { status, of: (what: string) => findings.find((finding) => finding.what === what)! };
  };

  it("finds Node and the engines that always work, with the time of a training step", () => {
    const { status, of } = doctor();
    assert.equal(status, 0);
    assert.equal(of("Node").detail, process.version);
    for (const engine of ["wasm", "cpu"]) {
      assert.equal(of(engine).state, "good");
      assert.match(of(engine).detail, /\d+ ms per training step/);
    }
  });

  it("says what to type to install a missing engine", () => {
    const home = mkdtempSync(path.join(os.tmpdir(), "ssdml-"));
    const { of } = doctor({ SSDML_HOME: home });
    assert.deepEqual(of("tensorflow"), {
      what: "tensorflow",
      state: "missing",
      detail: "not installed",
      fix: "npx ssdml engine install tensorflow",
    });
  });

  it("finds a data cache that cannot exist", () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), "ssdml-")), "file");
    writeFileSync(file, "");
    const { of } = doctor({ SSDML_HOME: path.join(file, "cache") });
    assert.equal(of("data cache").state, "broken");
    assert.match(of("data cache").fix, /SSDML_HOME/);
  });

  it("does not need Python or Jupyter", () => {
    const { status, of } = doctor({ PATH: "" });
    assert.equal(status, 0);
    assert.equal(of("Python").state, "missing");
    assert.equal(of("Jupyter").fix, "install Python 3.9 or newer, then: npx ssdml lab");
  });
});
