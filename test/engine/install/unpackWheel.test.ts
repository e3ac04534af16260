import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { readWheelMetadata, unpackWheel } from "../../../lib/engine/install/unpackWheel";
import { storedZip } from "./support/storedZip";
import { temporaryFolder } from "../../support/temporary";

describe("unpackWheel", () => {
  it("writes the entries that have a place, and no others", async (t) => {
    const folder = temporaryFolder(t);
    const wheel = path.join(folder, "a.whl");
    fs.writeFileSync(wheel, storedZip({ "a/": "", "a/keep.txt": "kept", "a/leave.txt": "left" }));
    await unpackWheel(wheel, (entry) =>
      entry.includes("leave") ? undefined : path.join(folder, "out", entry),
    );
    assert.equal(fs.readFileSync(path.join(folder, "out", "a", "keep.txt"), "utf8"), "kept");
    assert.deepEqual(fs.readdirSync(path.join(folder, "out", "a")), ["keep.txt"]);
  });

  it("reads the metadata of a wheel", async (t) => {
    const wheel = path.join(temporaryFolder(t), "a.whl");
    fs.writeFileSync(wheel, storedZip({ "a/METADATA": "no", "a-1.dist-info/METADATA": "Name: a" }));
    assert.equal(await readWheelMetadata(wheel), "Name: a");
  });
});
