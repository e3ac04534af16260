import assert from "node:assert/strict";
import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { makeFolder } from "../../../lib/io/files/makeFolder";
import { temporaryFolder } from "../../support/temporary";

describe("makeFolder", () => {
  it("makes missing folders, and keeps existing ones", (t) => {
    const folder = path.join(temporaryFolder(t), "a", "b", "c");
    makeFolder(folder);
    makeFolder(folder);
    makeFolder(path.dirname(folder) + path.sep);
    assert.ok(statSync(folder).isDirectory());
    makeFolder(path.parse(folder).root);
  });

  it("fails if a file or a dangling link is in the way", (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const link = path.join(folder, "link");
    symlinkSync(path.join(folder, "nowhere"), link);
    assert.throws(() => {
      makeFolder(file);
    }, /EEXIST/);
    assert.throws(() => {
      makeFolder(path.join(file, "a", "b"));
    }, /ENOTDIR|ENOENT/);
    assert.throws(() => {
      makeFolder(path.join(link, "a"));
    }, /EEXIST/);
  });

  it(
    "fails, and does not hang, where the system makes no folders",
    { skip: !existsSync("/proc/self") },
    () => {
      assert.throws(() => {
        makeFolder("/proc/a/b");
      }, /ENOENT|EACCES/);
    },
  );
});
