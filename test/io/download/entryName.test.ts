import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { entryPath, filePaths } from "../../../lib/io/download/entryName";

const part = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "A",
    "a ",
    "a.",
    "...",
    "é",
    "e\u0301",
    "~",
    "C:",
    "a:b",
    "a\\b",
    "\\..",
    "\0",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const names = fc.array(part, { maxLength: 5 }).map((parts) => parts.join("/"));

/** The path, or undefined where the name is refused. */
function attempt(read: (name: string) => string, name: string): string | undefined {
  try {
    return read(name);
  } catch {
    return undefined;
  }
}

describe("entryPath", () => {
  it("stays inside the folder on every system, for any name", () => {
    fc.assert(
      fc.property(names, (name) => {
        const found = attempt(entryPath, name);
        if (found === undefined) return;
        for (const system of [path.posix, path.win32]) {
          const folder = system.resolve("/folder");
          const file = system.resolve(folder, found);
          assert.ok(file === folder || file.startsWith(folder + system.sep), JSON.stringify({ name, file }));
          assert.equal(system.relative(folder, file).split(system.sep).join("/"), found);
        }
      }),
      { seed: 11, numRuns: 5000 },
    );
  });

  it("leaves plain names as they are", () => {
    const plain = fc.array(fc.stringMatching(/^[\w+-][\w.+-]{0,8}[\w+-]$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(plain, (parts) => entryPath(parts.join("/")) === parts.join("/")),
      { seed: 12 },
    );
    assert.equal(entryPath("./a//b/./c"), "a/b/c");
    assert.throws(() => entryPath("a/../b"), /^Error: it wants to write to "a\/\.\.\/b"$/);
  });
});

describe("filePaths", () => {
  it("rejects files that collide with a file or folder, even if only case differs", () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 12 }), (archive) => {
        const filePath = filePaths();
        const taken = archive.flatMap((name) => attempt(filePath, name) ?? []);
        const keys = taken.map((file) => file.normalize("NFC").toLowerCase());
        assert.equal(new Set(keys).size, keys.length);
        assert.ok(!keys.some((key) => keys.some((other) => other.startsWith(`${key}/`))));
      }),
      { seed: 13, numRuns: 2000 },
    );
  });
});
