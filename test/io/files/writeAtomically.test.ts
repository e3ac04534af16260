import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { requireWritable, writeAtomically } from "../../../lib/io/files/writeAtomically";
import { temporaryFolder } from "../../support/temporary";

const posix = process.platform !== "win32";

describe("writeAtomically", () => {
  it("writes all parts, makes missing folders, and leaves no other files", async (t) => {
    const file = path.join(temporaryFolder(t), "a", "b", "c.txt");
    await writeAtomically(file, ["x", Buffer.from("y")]);
    await writeAtomically(file, ["z"]);
    assert.equal(readFileSync(file, "utf8"), "z");
    assert.deepEqual(readdirSync(path.dirname(file)), ["c.txt"]);
  });

  it("keeps the file when the parts fail", async (t) => {
    const file = path.join(temporaryFolder(t), "c.txt");
    writeFileSync(file, "before");
    const parts = function* () {
      yield "half";
      throw new Error("no more");
    };
    await assert.rejects(
      writeAtomically(file, parts()),
      /^UserError: cannot write .*c\.txt: no more\. The existing file, if any, is unchanged/,
    );
    assert.equal(readFileSync(file, "utf8"), "before");
    assert.deepEqual(readdirSync(path.dirname(file)), ["c.txt"]);
  });

  it("follows symbolic links, even to a new file", { skip: !posix }, async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(path.join(folder, "real"));
    writeFileSync(path.join(folder, "real", "a"), "before");
    symlinkSync("real/a", path.join(folder, "one"));
    symlinkSync("one", path.join(folder, "two"));
    symlinkSync(path.join(folder, "real", "new"), path.join(folder, "three"));
    await writeAtomically(path.join(folder, "two"), ["after"]);
    await writeAtomically(path.join(folder, "three"), ["new"]);
    assert.equal(readFileSync(path.join(folder, "real", "a"), "utf8"), "after");
    assert.equal(readFileSync(path.join(folder, "real", "new"), "utf8"), "new");
    for (const link of ["one", "two", "three"])
      assert.ok(lstatSync(path.join(folder, link)).isSymbolicLink());
  });

  it("keeps the permissions of a file", { skip: !posix }, async (t) => {
    const file = path.join(temporaryFolder(t), "a");
    for (const mode of [0o600, 0o666, 0o755]) {
      writeFileSync(file, "");
      chmodSync(file, mode);
      await writeAtomically(file, ["x"]);
      assert.equal(statSync(file).mode & 0o777, mode);
    }
  });

  // Root may write everything.
  it("leaves a read-only file alone", { skip: !posix || process.getuid?.() === 0 }, async (t) => {
    const file = path.join(temporaryFolder(t), "a");
    writeFileSync(file, "mine", { mode: 0o400 });
    await assert.rejects(
      writeAtomically(file, ["x"]),
      /cannot write .*: you have no permission to write there/,
    );
    await assert.rejects(
      requireWritable(path.dirname(file), "a"),
      /cannot write .*a: you have no permission/,
    );
    assert.equal(readFileSync(file, "utf8"), "mine");
  });
});

describe("requireWritable", () => {
  it("leaves nothing behind", async (t) => {
    const folder = temporaryFolder(t);
    await requireWritable(folder, "a");
    await requireWritable(folder);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("names the requested file", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "file");
    const long = "a".repeat(300);
    writeFileSync(file, "");
    await assert.rejects(requireWritable(path.join(file, "x")), (error: Error) =>
      error.message.startsWith(
        `cannot write ${path.join(file, "x")}: a part of the path is a file, not a folder.`,
      ),
    );
    await assert.rejects(requireWritable(folder, long), (error: Error) =>
      error.message.startsWith(`cannot write ${path.join(folder, long)}: its name is too long.`),
    );
  });
});
