import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { untar } from "../../../lib/common/fetch/untar";
import { writeTarChecksum } from "../../support/tarBytes";
import { temporaryFolder } from "../../support/temporary";

const longName = `${"folder/".repeat(20)}${"x".repeat(90)}.txt`;
const files: Record<string, Buffer> = {
  "a.txt": Buffer.from("a"),
  "empty.txt": Buffer.alloc(0),
  "exactly one block": Buffer.alloc(512, "b"),
  [longName]: Buffer.alloc(100_000, "long name "),
};

function pack(t: TestContext, format: string): string {
  const folder = temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, "top", name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  const archive = path.join(folder, "archive.tgz");
  execFileSync("tar", ["-czf", archive, `--format=${format}`, "top"], { cwd: folder });
  return archive;
}

async function unpack(archive: string): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  for await (const { name, content } of untar(archive)) found[name.replace("top/", "")] = content;
  return found;
}

describe("untar", () => {
  it("reads what tar has packed, long names included", async (t) => {
    for (const format of ["gnu", "pax", "ustar"]) assert.deepEqual(await unpack(pack(t, format)), files);
  });

  it("names an archive that is cut, or is none", async (t) => {
    const archive = pack(t, "gnu");
    const whole = fs.readFileSync(archive);
    fs.writeFileSync(archive, whole.subarray(0, 300));
    await assert.rejects(unpack(archive), /^UserError: .*archive\.tgz cannot be unpacked \(.*\)\. Delete it/);
    fs.writeFileSync(archive, gzipSync(gunzipSync(whole).subarray(0, 2000)));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it ends too early\)/);
    fs.writeFileSync(archive, gzipSync(Buffer.alloc(2000, "no tar ")));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it is not a tar archive, or a damaged one\)/);
    fs.writeFileSync(archive, "no gzip");
    await assert.rejects(unpack(archive), /cannot be unpacked/);
  });

  it("refuses names that lead out of the folder", async (t) => {
    const archive = pack(t, "gnu");
    const bytes = gunzipSync(fs.readFileSync(archive));
    const at = bytes.indexOf("top/a.txt");
    bytes.write("../evil.txt\0", at);
    writeTarChecksum(bytes.subarray(at, at + 512));
    fs.writeFileSync(archive, gzipSync(bytes));
    await assert.rejects(unpack(archive), /it wants to write to \.\.\/evil\.txt/);
  });

  it("stops when told to", async (t) => {
    const archive = pack(t, "gnu");
    const entries = untar(archive, { signal: AbortSignal.abort() });
    await assert.rejects(entries.next(), { name: "AbortError" });
  });
});
