import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { UserError } from "../../../lib/common/errors";
import { untar } from "../../../lib/common/fetch/untar";
import { tarGz, tarHeader, writeTarChecksum } from "../../support/tarBytes";
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

  it("notices a flipped bit wherever it changes the content", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    const content = Buffer.from(Array.from({ length: 600 }, (_, i) => (i * i) % 251));
    const whole = tarGz({ "a.bin": content });
    let refused = 0;
    for (let bit = 0; bit < 8 * whole.length; bit += 13) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      fs.writeFileSync(archive, flipped);
      try {
        assert.deepEqual(await unpack(archive), { "a.bin": content }, `bit ${bit}`);
      } catch (error) {
        assert.ok(error instanceof UserError, String(error));
        refused++;
      }
    }
    assert.ok(refused > 100);
  });

  it("refuses promises that the archive cannot keep, before it takes memory for them", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    const refused = async (header: Buffer, reason: RegExp) => {
      fs.writeFileSync(archive, gzipSync(header));
      await assert.rejects(unpack(archive), reason);
    };
    await refused(tarHeader("a", 8 ** 11 - 1), /it promises a file of 8589934591 bytes/);
    await refused(tarHeader("a", 1_000_000), /it promises a file of 1000000 bytes/);
    const negative = tarHeader("a", 0);
    negative.write("-0000000001\0", 124);
    writeTarChecksum(negative);
    await refused(negative, /a damaged one/);
  });

  it("refuses a file above the limit, and data after the end", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    fs.writeFileSync(archive, tarGz({ a: Buffer.alloc(2000) }));
    await assert.rejects(untar(archive, { maxFileSize: 1999 }).next(), /promises a file of 2000 bytes/);
    fs.writeFileSync(archive, gzipSync(Buffer.alloc(3e6)));
    await assert.rejects(unpack(archive), /it goes on after its end/);
  });

  it("stops when told to", async (t) => {
    const archive = pack(t, "gnu");
    const entries = untar(archive, { signal: AbortSignal.abort() });
    await assert.rejects(entries.next(), { name: "AbortError" });
  });
});
