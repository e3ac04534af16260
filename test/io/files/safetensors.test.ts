import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { readSafetensors, writeSafetensors } from "../../../lib/io/files/safetensors";
import { writeAtomically } from "../../../lib/io/files/writeAtomically";
import { joinParts, partsOf, withoutChecksum } from "../../support/safetensorsBytes";
import { temporaryFolder } from "../../support/temporary";

const arrays = {
  weights: { data: Float32Array.of(1.5, -2, 3e-8, 4, 5, 6), shape: [2, 3] },
  signs: { data: Int8Array.of(-1, 0, 1), shape: [3] },
  positions: { data: Int32Array.of(7, -1, 2 ** 31 - 1), shape: [3] },
  precise: { data: Float64Array.of(Math.PI), shape: [1, 1] },
};

describe("safetensors", () => {
  it("reads back exactly what it wrote", async (t) => {
    const file = path.join(temporaryFolder(t), "deep", "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: { said: "héllo" } });
    const read = await readSafetensors(file);
    assert.deepEqual(read, { arrays, metadata: { said: "héllo" }, hasChecksum: true });
    assert.deepEqual(readdirSync(path.dirname(file)), ["a.safetensors"]);
  });

  it("follows the layout of the format", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays: { weights: arrays.weights }, metadata: {} });
    const bytes = readFileSync(file);
    const length = Number(bytes.readBigUInt64LE(0));
    assert.equal(length % 8, 0);
    const { __metadata__, ...entries } = partsOf(bytes).header;
    assert.deepEqual(Object.keys(__metadata__!), ["sha256"]);
    assert.deepEqual(entries, {
      weights: { dtype: "F32", shape: [2, 3], data_offsets: [0, 24] },
    });
    assert.equal(bytes.readFloatLE(8 + length), 1.5);
    assert.equal(bytes.length, 8 + length + 24);
  });

  it("puts every array at a multiple of its numbers' size", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: {} });
    const { header } = partsOf(readFileSync(file));
    const sizes: Record<string, number> = { F64: 8, F32: 4, I32: 4, I8: 1 };
    const names = Object.keys(header).filter((name) => name !== "__metadata__");
    for (const entry of names.map((name) => header[name] as { dtype: string; data_offsets: number[] })) {
      assert.equal(entry.data_offsets[0] % sizes[entry.dtype], 0);
    }
  });

  it("reports a file that is missing, truncated, or something else", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "a.safetensors");
    await assert.rejects(readSafetensors(file), /cannot read .*a\.safetensors/);
    await writeSafetensors(file, { arrays, metadata: {} });
    const whole = readFileSync(file);
    for (const bytes of [whole.subarray(0, 4), whole.subarray(0, 60), whole.subarray(0, -1)]) {
      writeFileSync(file, bytes);
      await assert.rejects(readSafetensors(file), /is not a whole safetensors file/);
    }
    const table = path.join(folder, "labels.csv");
    writeFileSync(table, "file,label\na.png,3\n");
    await assert.rejects(
      readSafetensors(table, "Delete it to start anew."),
      /labels\.csv is not a safetensors file\. Delete it to start anew\.$/,
    );
    const graph = path.join(folder, "model.onnx");
    writeFileSync(graph, "\x08\x08\x12\x05ssdml: no safetensors");
    await assert.rejects(
      readSafetensors(graph),
      /Models are loaded from \.safetensors; onnxNetwork reads \.onnx\.$/,
    );
  });
});

describe("a safetensors file's checksum", () => {
  it("is the sha256 of the file with zeros in its place", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: { format: "x" } });
    const bytes = readFileSync(file);
    const { sha256 } = partsOf(bytes).header.__metadata__!;
    const blank = Buffer.from(bytes);
    blank.fill("0", bytes.indexOf(sha256), bytes.indexOf(sha256) + 64);
    assert.equal(createHash("sha256").update(blank).digest("hex"), sha256);
  });

  it("detects every flipped bit, unless the file no longer has a checksum", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: { format: "x" } });
    const whole = readFileSync(file);
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(file, flipped);
      const read = await readSafetensors(file).catch((error: unknown) => {
        assert.ok(error instanceof UserError, `bit ${bit}: ${String(error)}`);
      });
      if (read) assert.ok(!read.hasChecksum, `bit ${bit} went unnoticed`);
    }
  });

  it("is optional, so that files of other programs can be read", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: {} });
    writeFileSync(file, withoutChecksum(readFileSync(file)));
    assert.deepEqual(await readSafetensors(file), { arrays, metadata: {}, hasChecksum: false });
  });
});

describe("a safetensors header", () => {
  const entry = (changes: object = {}) => ({ dtype: "F32", shape: [2], data_offsets: [0, 8], ...changes });
  const refused: Record<string, [header: unknown, reason: RegExp]> = {
    "arrays that overlap": [{ a: entry(), b: entry() }, /overlap or leave gaps/],
    "gaps between arrays": [
      { a: entry({ shape: [1], data_offsets: [0, 4] }), b: entry({ shape: [0], data_offsets: [8, 8] }) },
      /overlap or leave gaps/,
    ],
    "bytes of no array": [{ a: entry({ shape: [1], data_offsets: [0, 4] }) }, /need 4 bytes, but it has 8/],
    "negative offsets": [{ a: entry({ data_offsets: [-8, 0] }) }, /wrong offsets/],
    "offsets beyond the end": [{ a: entry({ shape: [4], data_offsets: [0, 16] }) }, /need 16 bytes/],
    "shapes with fractions": [{ a: entry({ shape: [0.5, 4] }) }, /a wrong shape/],
    "negative shapes": [{ a: entry({ shape: [-1, -2] }) }, /a wrong shape/],
    "shapes of texts": [{ a: entry({ shape: ["2"] }) }, /a wrong shape/],
    "shapes whose product overflows": [
      { a: entry({ shape: [2 ** 40, 2 ** 40] }) },
      /8 bytes, which is not what its shape needs/,
    ],
    "arrays of no type": [{ a: entry({ dtype: 3 }) }, /no type/],
    "a list": [[], /not an object/],
    "metadata that are not texts": [{ __metadata__: { a: 1 }, b: entry() }, /not texts/],
    "brackets 50,000 deep": ["[".repeat(50_000) + "]".repeat(50_000), /is nested more than 500 levels deep/],
  };
  for (const [what, [header, reason]] of Object.entries(refused)) {
    it(`rejects ${what}`, async (t) => {
      const file = path.join(temporaryFolder(t), "a.safetensors");
      writeFileSync(file, joinParts(header, Buffer.alloc(8)));
      await assert.rejects(readSafetensors(file), (error: Error) => {
        assert.ok(error instanceof UserError && error.message.includes(file));
        assert.match(error.message, reason);
        return true;
      });
    });
  }

  it("accepts arrays in any order, and a name such as __proto__", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    const half = { shape: [1] };
    const header = `{"b":${JSON.stringify(entry({ ...half, data_offsets: [4, 8] }))},"__proto__":${JSON.stringify(entry({ ...half, data_offsets: [0, 4] }))}}`;
    writeFileSync(file, joinParts(header, Buffer.from(Float32Array.of(1, 2).buffer)));
    const { arrays } = await readSafetensors(file);
    assert.deepEqual(
      Object.entries(arrays).map(([name, { data }]) => [name, ...data]),
      [
        ["b", 2],
        ["__proto__", 1],
      ],
    );
  });
});

describe("writeAtomically", () => {
  it("keeps the old file and nothing else if it cannot write", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "state");
    await writeAtomically(file, ["old"]);
    // The name that is written to first is taken by a folder.
    mkdirSync(`${file}.${os.hostname()}.${process.pid}.tmp`);
    await assert.rejects(writeAtomically(file, ["new"]), /cannot write .*state: .*unchanged/);
    assert.equal(readFileSync(file, "utf8"), "old");
  });

  it("removes the remains of a killed process, but nothing of a running one", async (t) => {
    const file = path.join(temporaryFolder(t), "state");
    const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
    for (const pid of [dead, process.ppid]) writeFileSync(`${file}.${os.hostname()}.${pid}.tmp`, "half");
    writeFileSync(`${file}.other.tmp`, "somebody else's");
    // Another host's process may be writing it, although there is none with this id here.
    writeFileSync(`${file}.elsewhere.${dead}.tmp`, "half");
    await writeAtomically(file, ["new"]);
    assert.deepEqual(
      readdirSync(path.dirname(file)).sort(),
      [
        "state",
        `state.${os.hostname()}.${process.ppid}.tmp`,
        `state.elsewhere.${dead}.tmp`,
        "state.other.tmp",
      ].sort(),
    );
  });

  it("keeps the old file when the disk is full", (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "state");
    writeFileSync(file, "old");
    const module = path.resolve("dist", "lib", "io", "files", "writeAtomically.js");
    const script = `require(${JSON.stringify(module)}).writeAtomically(${JSON.stringify(file)}, [new Uint8Array(1e6)]).catch((error) => console.log(error.message))`;
    // A limit of 64 kB on what the process may write stands for a full disk.
    const { stdout } = spawnSync(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 64; "$0" -e '${script}'`, process.execPath],
      {
        encoding: "utf8",
      },
    );
    assert.match(stdout, /cannot write .*state: .*unchanged/);
    assert.equal(readFileSync(file, "utf8"), "old");
    assert.deepEqual(readdirSync(folder), ["state"]);
  });
});
