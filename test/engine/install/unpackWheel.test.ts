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

  it("writes nothing if an entry leads elsewhere, appears twice or is a link", async (t) => {
    const folder = temporaryFolder(t);
    const out = path.join(folder, "out");
    const wheel = path.join(folder, "a.whl");
    const link = { content: "/etc/passwd", mode: 0o120777 };
    const evil: [string, string | { content: string; mode: number }][][] = [
      [["../evil", "x"]],
      [["a/../../evil", "x"]],
      [["/tmp/evil", "x"]],
      [["a\\..\\..\\evil", "x"]],
      [["C:/evil", "x"]],
      [["a/evil\0.txt", "x"]],
      [["link", link]],
      [["a", { content: "x", mode: 0o020644 }]],
      [["twice", "x"], ["twice", "y"]], // prettier-ignore
      [["Twice", "x"], ["tWICE", "y"]], // prettier-ignore
      [["./twice", "x"], ["twice", "y"]], // prettier-ignore
      [["a", "x"], ["a/b", "y"]], // prettier-ignore
      [["a/b", "x"], ["A", "y"]], // prettier-ignore
    ];
    for (const entries of evil) {
      fs.writeFileSync(wheel, storedZip([["good.txt", "good"], ...entries]));
      const unpacking = unpackWheel(wheel, (entry) => path.join(out, entry));
      await assert.rejects(
        unpacking,
        { name: "UserError", message: /a\.whl cannot be unpacked \(/ },
        entries[0][0],
      );
      assert.deepEqual(fs.readdirSync(folder), ["a.whl"], entries[0][0]);
    }
  });

  it("does not replace an existing file", async (t) => {
    const folder = temporaryFolder(t);
    const wheel = path.join(folder, "a.whl");
    fs.writeFileSync(wheel, storedZip({ "a.txt": "new" }));
    fs.writeFileSync(path.join(folder, "a.txt"), "old");
    await assert.rejects(
      unpackWheel(wheel, (entry) => path.join(folder, entry)),
      { name: "UserError", message: /EEXIST/ },
    );
    assert.equal(fs.readFileSync(path.join(folder, "a.txt"), "utf8"), "old");
  });

  it("stops at more bytes than a wheel can hold, and at content larger than stated", async (t) => {
    const folder = temporaryFolder(t);
    const wheel = path.join(folder, "a.whl");
    const out = () => path.join(folder, "out");
    const bomb = { content: "x".repeat(1e6), deflate: true };
    fs.writeFileSync(wheel, storedZip({ "bomb.txt": bomb }));
    await assert.rejects(unpackWheel(wheel, out), {
      name: "UserError",
      message: /a\.whl cannot be unpacked \(it would unpack to more than 0 MB\)/,
    });
    fs.writeFileSync(wheel, storedZip({ "bomb.txt": { ...bomb, statedSize: 10 } }));
    await assert.rejects(unpackWheel(wheel, out), {
      name: "UserError",
      message: /a\.whl cannot be unpacked \(too many bytes in the stream/,
    });
    assert.ok(fs.statSync(out()).size <= 10);
  });
});
