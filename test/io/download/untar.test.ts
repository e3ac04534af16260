import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { UserError } from "../../../lib/core/errors";
import { untar } from "../../../lib/io/download/untar";
import { tarGz, type TarEntry } from "../../support/tarBytes";
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
  it("reads archives made by tar, including long names", async (t) => {
    for (const format of ["gnu", "pax", "ustar"]) assert.deepEqual(await unpack(pack(t, format)), files);
  });

  it("names an archive that is truncated, or not an archive", async (t) => {
    const archive = pack(t, "gnu");
    const whole = fs.readFileSync(archive);
    fs.writeFileSync(archive, whole.subarray(0, 300));
    await assert.rejects(
      unpack(archive),
      /^UserError: .*archive\.tgz cannot be unpacked \(.*\)\. Download it again/,
    );
    fs.writeFileSync(archive, gzipSync(gunzipSync(whole).subarray(0, 2000)));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it ends too early\)/);
    fs.writeFileSync(archive, gzipSync(Buffer.alloc(2000, "no tar ")));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it is not a tar archive, or a damaged one\)/);
    fs.writeFileSync(archive, "no gzip");
    await assert.rejects(unpack(archive), /cannot be unpacked/);
  });

  it("rejects names that lead out of the folder, duplicate names, links and devices", async (t) => {
    const archive = path.join(temporaryFolder(t), "archive.tgz");
    const evil: TarEntry[][] = [
      [{ name: "../evil.txt" }],
      [{ name: "a/../../evil.txt" }],
      [{ name: "/tmp/evil.txt" }],
      [{ name: "a\\..\\evil.txt" }],
      [{ name: "C:/evil.txt" }],
      [{ name: "../folder/", type: "5" }],
      [{ name: "soft", type: "2", link: "/etc/passwd" }],
      [{ name: "hard", type: "1", link: "/etc/passwd" }],
      [{ name: "device", type: "3" }],
      [{ name: "twice" }, { name: "twice" }],
      [{ name: "twice" }, { name: "./TWICE" }],
      [{ name: "file" }, { name: "file/inside" }],
      [{ name: "folder/inside" }, { name: "Folder" }],
      [{ name: "x", type: "x", content: "20 path=../evil.txt\n" }, { name: "fine" }],
      [{ name: "x", type: "L", content: "../evil.txt\0" }, { name: "fine" }],
      [{ name: "x", type: "x", content: "12 size=512\n" }, { name: "fine" }],
    ];
    for (const entries of evil) {
      fs.writeFileSync(archive, tarGz(entries));
      await assert.rejects(
        unpack(archive),
        { name: "UserError", message: /archive\.tgz cannot be unpacked \((it wants|its entry|it states)/ },
        JSON.stringify(entries),
      );
    }
    fs.writeFileSync(
      archive,
      tarGz([
        { name: "./", type: "5" },
        { name: "./a//b", content: "ab" },
      ]),
    );
    assert.deepEqual(await unpack(archive), { "a/b": Buffer.from("ab") });
  });

  it("detects every flipped bit that changes the content", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    const content = Buffer.from(Array.from({ length: 600 }, (_, i) => (i * i) % 251));
    const whole = tarGz([{ name: "a.bin", content }]);
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

  it("rejects impossible and implausible sizes before allocating memory", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    const refused = async (entries: TarEntry[], reason: string) => {
      fs.writeFileSync(archive, tarGz(entries));
      await assert.rejects(unpack(archive), {
        name: "UserError",
        message: `${archive} cannot be unpacked (${reason}). Download it again.`,
      });
    };
    await refused([{ name: "a", size: "77777777777" }], "it promises a file of 8589934591 bytes");
    await refused([{ name: "a", type: "L", size: 2 ** 20 + 1 }], "it promises a file of 1048577 bytes");
    await refused([{ name: "a", size: 1_000_000 }], "it ends too early");
    await refused([{ name: "a", size: "-0000001000" }], "it is not a tar archive, or a damaged one");
    const half = Buffer.alloc(40 * 2 ** 20);
    const tooMuch = "it would unpack to more than 67 MB";
    await refused([{ name: "bomb", content: Buffer.concat([half, half]) }], tooMuch);
    await refused(
      ["a", "b"].map((name) => ({ name, content: half })),
      tooMuch,
    );
  });

  it("rejects a file above the limit, and data after the end", async (t) => {
    const archive = path.join(temporaryFolder(t), "a.tgz");
    fs.writeFileSync(archive, tarGz([{ name: "a", content: Buffer.alloc(2000) }]));
    await assert.rejects(untar(archive, { maxFileSize: 1999 }).next(), /promises a file of 2000 bytes/);
    fs.writeFileSync(archive, gzipSync(Buffer.alloc(3e6)));
    await assert.rejects(unpack(archive), /it goes on after its end/);
  });

  it("rejects a missing archive", async () => {
    await assert.rejects(unpack("missing.tgz"), /^UserError: missing\.tgz cannot be unpacked \(ENOENT/);
  });

  it("stops when aborted", async (t) => {
    const archive = pack(t, "gnu");
    const entries = untar(archive, { signal: AbortSignal.abort() });
    await assert.rejects(entries.next(), { name: "AbortError" });
  });
});
