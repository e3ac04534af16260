import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { loadWithCodeCache, type CachedModule } from "../../../../kernels/ssdml/compile/typescript/codeCache";
import { result, TestKernel } from "../../client";

describe("loadWithCodeCache", () => {
  const load = createRequire(__filename);
  let folder: string;
  let file: string;
  let cacheFile: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-code-"));
    file = path.join(folder, "module.js");
    cacheFile = path.join(folder, "cache", "module");
  });
  beforeEach(() => {
    write("one");
    rmSync(path.dirname(cacheFile), { recursive: true, force: true });
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function write(word: string): void {
    writeFileSync(
      file,
      `const path = require("node:path");\nexports.word = () => path.basename("/x/${word}");\n`,
    );
  }

  /** Loads the module again and checks that `require` returns the same module. */
  function loaded(word: string, cache = cacheFile): CachedModule {
    const cached = loadWithCodeCache(file, cache);
    assert.equal((load(file) as { word(): string }).word(), word);
    return cached;
  }

  it("stores the compiled code for the next start", () => {
    const first = loaded("one");
    assert.equal(first.hit, false);
    first.store();
    assert.deepEqual(readdirSync(path.dirname(cacheFile)), ["module"]);
    assert.equal(loaded("one").hit, true);
  });

  it("does not use the code of another version of the module, even of the same length", () => {
    loaded("one").store();
    write("two");
    const next = loaded("two");
    assert.equal(next.hit, false);
    next.store();
    assert.equal(loaded("two").hit, true);
  });

  it("does not use damaged or foreign files, and replaces them", () => {
    loaded("one").store();
    const good = readFileSync(cacheFile);
    const flipped = Buffer.from(good);
    flipped[good.length >> 1] ^= 1;
    for (const bad of [flipped, good.subarray(0, good.length - 9), Buffer.from("text"), Buffer.alloc(0)]) {
      writeFileSync(cacheFile, bad);
      const cached = loaded("one");
      assert.equal(cached.hit, false);
      cached.store();
      assert.equal(loaded("one").hit, true);
    }
  });

  it("works without a cache if nothing can be written", () => {
    const nowhere = path.join(file, "cache", "module");
    loaded("one", nowhere).store();
    assert.equal(loaded("one", nowhere).hit, false);
  });

  it("does not keep a module that throws", () => {
    writeFileSync(file, 'throw new Error("broken");');
    assert.throws(() => loadWithCodeCache(file, cacheFile), /broken/);
    assert.throws(() => load(file), /broken/);
  });
});

describe("the start of a kernel", () => {
  let home: string;
  before(() => {
    home = mkdtempSync(path.join(os.tmpdir(), "ssdml-home-"));
  });
  after(() => {
    rmSync(home, { recursive: true });
  });

  async function works(SSDML_HOME: string): Promise<void> {
    const kernel = await TestKernel.start(undefined, { env: { SSDML_HOME } });
    assert.equal(result(await kernel.execute("1 + 1")), "2");
    await kernel.stop();
  }

  it("stores TypeScript's code in the user folder, and survives damage to it", async () => {
    await works(home);
    const [name] = readdirSync(path.join(home, "compiled"));
    const file = path.join(home, "compiled", name);
    const good = readFileSync(file);
    await works(home);
    assert.deepEqual(readFileSync(file), good, "the second start did not use it");
    writeFileSync(file, good.fill(7, good.length >> 1));
    await works(home);
    assert.notDeepEqual(readFileSync(file), good, "it was not replaced");
  });

  it("needs no user folder", async () => {
    const file = path.join(home, "file");
    writeFileSync(file, "");
    await works(path.join(file, "home"));
    assert.ok(existsSync(file));
  });
});
