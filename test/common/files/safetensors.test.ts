import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { readSafetensors, writeSafetensors } from "../../../lib/common/files/safetensors";
import { writeAtomically } from "../../../lib/common/files/writeAtomically";
import { temporaryFolder } from "../../support/temporary";

const arrays = {
  weights: { data: Float32Array.of(1.5, -2, 3e-8, 4, 5, 6), shape: [2, 3] },
  positions: { data: Int32Array.of(7, -1, 2 ** 31 - 1), shape: [3] },
  precise: { data: Float64Array.of(Math.PI), shape: [1, 1] },
};

describe("safetensors", () => {
  it("reads back to the last bit what it wrote", async (t) => {
    const file = path.join(temporaryFolder(t), "deep", "a.safetensors");
    await writeSafetensors(file, { arrays, metadata: { said: "héllo" } });
    const read = await readSafetensors(file);
    assert.deepEqual(read, { arrays, metadata: { said: "héllo" } });
    assert.deepEqual(readdirSync(path.dirname(file)), ["a.safetensors"]);
  });

  it("lays the file out as the format says", async (t) => {
    const file = path.join(temporaryFolder(t), "a.safetensors");
    await writeSafetensors(file, { arrays: { weights: arrays.weights }, metadata: {} });
    const bytes = readFileSync(file);
    const length = Number(bytes.readBigUInt64LE(0));
    assert.equal(length % 8, 0);
    assert.deepEqual(JSON.parse(bytes.subarray(8, 8 + length).toString()), {
      __metadata__: {},
      weights: { dtype: "F32", shape: [2, 3], data_offsets: [0, 24] },
    });
    assert.equal(bytes.readFloatLE(8 + length), 1.5);
    assert.equal(bytes.length, 8 + length + 24);
  });

  it("says so when a file is missing, cut, or something else", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "a.safetensors");
    await assert.rejects(readSafetensors(file), /cannot read .*a\.safetensors/);
    await writeSafetensors(file, { arrays, metadata: {} });
    const whole = readFileSync(file);
    for (const bytes of [
      whole.subarray(0, 4),
      whole.subarray(0, 60),
      whole.subarray(0, -1),
      Buffer.from("hello, world: text"),
    ]) {
      writeFileSync(file, bytes);
      await assert.rejects(readSafetensors(file), /is not a whole safetensors file/);
    }
  });
});

describe("writeAtomically", () => {
  it("leaves the old file and nothing else where it cannot write", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "state");
    await writeAtomically(file, ["old"]);
    // The name that is written to first is taken by a folder.
    mkdirSync(`${file}.${process.pid}.tmp`);
    await assert.rejects(writeAtomically(file, ["new"]), /cannot write .*state: .*untouched/);
    assert.equal(readFileSync(file, "utf8"), "old");
  });

  it("removes what a killed process left, and nothing of a living one", async (t) => {
    const file = path.join(temporaryFolder(t), "state");
    const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
    for (const pid of [dead, process.ppid]) writeFileSync(`${file}.${pid}.tmp`, "half");
    writeFileSync(`${file}.other.tmp`, "somebody else's");
    await writeAtomically(file, ["new"]);
    assert.deepEqual(
      readdirSync(path.dirname(file)).sort(),
      ["state", `state.${process.ppid}.tmp`, "state.other.tmp"].sort(),
    );
  });

  it("keeps the old file when the disk takes no more", (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "state");
    writeFileSync(file, "old");
    const module = path.resolve("dist", "lib", "common", "files", "writeAtomically.js");
    const script = `require(${JSON.stringify(module)}).writeAtomically(${JSON.stringify(file)}, [new Uint8Array(1e6)]).catch((error) => console.log(error.message))`;
    // A limit of 64 kB on what the process may write stands for a full disk.
    const { stdout } = spawnSync(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 64; "$0" -e '${script}'`, process.execPath],
      {
        encoding: "utf8",
      },
    );
    assert.match(stdout, /cannot write .*state: .*untouched/);
    assert.equal(readFileSync(file, "utf8"), "old");
    assert.deepEqual(readdirSync(folder), ["state"]);
  });
});
