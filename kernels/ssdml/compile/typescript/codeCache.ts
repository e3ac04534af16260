import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import vm from "node:vm";
import { makeFolder } from "../../../../lib/io/files";
import type { ModuleFunction } from "../../realm/loader";
import { realm, requireFrom } from "../../realm/realm";

/** A module that was loaded with code that V8 compiled earlier, if there was any. */
export interface CachedModule {
  /** Whether cached code was used. */
  hit: boolean;
  /** Stores the code compiled so far for the next start, if none was cached. Does nothing if the cache cannot be written. */
  store(): void;
}

const DIGEST_BYTES = 32;

/**
 * Loads a CommonJS module without dynamic imports, for all code that will require it. V8 reads the functions of a large module much
 * faster than it compiles them. Ignores damaged cache files and code from another version of Node or of the module.
 */
export function loadWithCodeCache(file: string, cacheFile: string): CachedModule {
  const { size, mtimeMs } = statSync(file);
  const edition = [file, size, mtimeMs, process.version, process.arch].join("\n");
  const cachedData = readCode(cacheFile, edition);
  const script = new vm.Script(Module.wrap(readFileSync(file, "utf8")), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
  });
  run(script, file);
  const hit = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    hit,
    store() {
      if (!hit) writeCode(cacheFile, edition, script.createCachedData());
    },
  };
}

function run(script: vm.Script, file: string): void {
  const require = requireFrom(file);
  const module = new Module(file);
  module.filename = file;
  require.cache[file] = module;
  try {
    const call = (realm ? script.runInContext(realm.context) : script.runInThisContext()) as ModuleFunction;
    call.call(module.exports, module.exports, require, module, file, path.dirname(file));
    module.loaded = true;
  } catch (error) {
    Reflect.deleteProperty(require.cache, file);
    throw error;
  }
}

/** V8 itself does not detect damage to the code. */
function digest(edition: string, code: Uint8Array): Buffer {
  return createHash("sha256").update(edition).update(code).digest();
}

function readCode(cacheFile: string, edition: string): Buffer | undefined {
  try {
    const content = readFileSync(cacheFile);
    const code = content.subarray(DIGEST_BYTES);
    return content.subarray(0, DIGEST_BYTES).equals(digest(edition, code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a temporary file and renames it, so that nobody reads half a file. */
function writeCode(cacheFile: string, edition: string, code: Buffer): void {
  const unfinished = `${cacheFile}.${process.pid}`;
  try {
    makeFolder(path.dirname(cacheFile));
    try {
      writeFileSync(unfinished, Buffer.concat([digest(edition, code), code]));
      renameSync(unfinished, cacheFile);
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch {
    // The next start compiles again.
  }
}
