import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { engineFolder, installedEngine } from "../../../lib/engine/install/installedEngine";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

it("an engine is installed once its record and its binding are there", (t) => {
  const home = temporaryFolder(t);
  withEnvironment(t, { SSDML_HOME: home });
  const folder = engineFolder("tensorflow");
  assert.equal(folder, path.join(home, "engines", "tensorflow"));
  assert.equal(installedEngine("tensorflow"), undefined);
  mkdirSync(folder, { recursive: true });
  const write = (record: unknown) => {
    writeFileSync(
      path.join(folder, "engine.json"),
      typeof record === "string" ? record : JSON.stringify(record),
    );
  };
  const record = { name: "tensorflow", binding: "binding.node", packageVersion: "4.22.0" };
  write(record);
  assert.equal(installedEngine("tensorflow"), undefined, "without its binding");
  writeFileSync(path.join(folder, "binding.node"), "");
  assert.deepEqual(installedEngine("tensorflow"), { ...record, folder });
  for (const wrong of ["{", "null", { ...record, name: "cuda" }, { name: "tensorflow" }]) {
    write(wrong);
    assert.equal(installedEngine("tensorflow"), undefined);
  }
});
