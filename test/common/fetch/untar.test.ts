import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { untar } from "../../../lib/common/fetch/untar";
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

interface ToyTarEntry {
  name: string;
  type?: string;
  content?: string;
  link?: string;
  /** The size that the header states, in octal; default: the true one. */
  size?: string;
}

/** An archive with what no tar would pack. */
function toyTar(entries: ToyTarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, type = "0", content = "", link = "", size }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write("0000644\0", 100);
    header.write(size ?? Buffer.byteLength(content).toString(8).padStart(11, "0"), 124);
    header.write(type, 156);
    header.write(link, 157);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return [header, body];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
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
    await assert.rejects(unpack(archive), /cannot be unpacked \(it is not a tar archive\)/);
    fs.writeFileSync(archive, "no gzip");
    await assert.rejects(unpack(archive), /cannot be unpacked/);
  });

  it("refuses names that lead out of the folder, names that are taken, links and devices", async (t) => {
    const archive = path.join(temporaryFolder(t), "archive.tgz");
    const evil: ToyTarEntry[][] = [
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
      fs.writeFileSync(archive, toyTar(entries));
      await assert.rejects(
        unpack(archive),
        { name: "UserError", message: /archive\.tgz cannot be unpacked \((it wants|its entry|it states)/ },
        JSON.stringify(entries),
      );
    }
    fs.writeFileSync(
      archive,
      toyTar([
        { name: "./", type: "5" },
        { name: "./a//b", content: "ab" },
      ]),
    );
    assert.deepEqual(await unpack(archive), { "a/b": Buffer.from("ab") });
  });

  it("stops at content of implausible size, and at a size that is none", async (t) => {
    const archive = path.join(temporaryFolder(t), "archive.tgz");
    fs.writeFileSync(archive, toyTar([{ name: "bomb", content: "0".repeat(80 * 2 ** 20) }]));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it would unpack to more than 67 MB\)/);
    fs.writeFileSync(archive, toyTar([{ name: "liar", size: "77777777777" }]));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it would unpack to more than 67 MB\)/);
    fs.writeFileSync(archive, toyTar([{ name: "negative", size: "-0000001000" }]));
    await assert.rejects(unpack(archive), /cannot be unpacked \(it is not a tar archive\)/);
  });

  it("stops when told to", async (t) => {
    const archive = pack(t, "gnu");
    const entries = untar(archive, AbortSignal.abort());
    await assert.rejects(entries.next(), { name: "AbortError" });
  });
});
