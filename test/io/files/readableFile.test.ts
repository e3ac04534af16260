import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { UserError } from "../../../lib/core/errors";
import { readableFile } from "../../../lib/io/files/readableFile";
import { temporaryFolder } from "../../support/temporary";

/** A folder "inside" with a file and a link to a file in the folder "outside". */
function folders(t: TestContext) {
  const root = temporaryFolder(t);
  const [inside, outside] = ["inside", "outside"].map((name) => path.join(root, name));
  mkdirSync(path.join(inside, "sub"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(path.join(inside, "sub", "a.csv"), "a");
  writeFileSync(path.join(outside, "b.csv"), "b");
  symlinkSync(path.join(outside, "b.csv"), path.join(inside, "link.csv"));
  symlinkSync(outside, path.join(inside, "linked"));
  symlinkSync(inside, path.join(root, "alias"));
  return { root, inside, outside };
}

const refuses = (name: string, folder: string, pattern: RegExp) => {
  assert.throws(
    () => readableFile(name, { folder }),
    (error) => error instanceof UserError && pattern.test(error.message),
    name,
  );
};

describe("readableFile", () => {
  it("finds files in the folder by relative and absolute names and by file: URLs", (t) => {
    const { inside, root } = folders(t);
    const file = path.join(inside, "sub", "a.csv");
    for (const name of ["sub/a.csv", "./sub/../sub/a.csv", file, pathToFileURL(file).href]) {
      assert.equal(readableFile(name, { folder: inside }), file);
    }
    assert.equal(readableFile("sub/a.csv", { folder: path.join(root, "alias") }), file);
    assert.equal(readableFile("none.csv", { folder: inside }), path.join(inside, "none.csv"));
  });

  it("rejects files elsewhere, even through symbolic links, and names --allow-read", (t) => {
    const { inside, outside } = folders(t);
    const elsewhere = path.join(outside, "b.csv");
    for (const name of [
      "../outside/b.csv",
      elsewhere,
      pathToFileURL(elsewhere).href,
      "link.csv",
      "linked/b.csv",
      "/etc/passwd",
      "sub/../../outside/none.csv",
    ]) {
      refuses(name, inside, /may not be read: it lies outside .*inside\. Allow .* --allow-read DIR/);
    }
    assert.equal(readableFile("link.csv", { folder: inside, allowRead: [outside] }), elsewhere);
    assert.equal(readableFile(elsewhere, { folder: inside, allowRead: [outside] }), elsewhere);
  });

  it("does not confuse folders with a common prefix", (t) => {
    const { inside, root } = folders(t);
    mkdirSync(path.join(root, "inside2"));
    writeFileSync(path.join(root, "inside2", "c.csv"), "c");
    refuses("../inside2/c.csv", inside, /lies outside/);
  });

  it("rejects network addresses", (t) => {
    const { inside } = folders(t);
    for (const name of [
      "http://127.0.0.1/a",
      "HTTPS://e.org/a",
      "ftp://e.org/a",
      "//e.org/a",
      "\\\\e.org\\a",
    ]) {
      refuses(name, inside, /never use the network/);
    }
    refuses("a\0b", inside, /not the name of a file/);
    if (process.platform !== "win32") refuses("file://e.org/a", inside, /not the address of a local file/);
  });
});
