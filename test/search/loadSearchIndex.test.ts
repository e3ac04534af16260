import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values/random";
import { loadSearchIndex, searchIndex } from "../../lib/search";
import { runPythonProgram, withoutPython } from "../support/onnxPython";
import { partsOf, withChecksum, withoutChecksum } from "../support/safetensorsBytes";
import { temporaryFolder } from "../support/temporary";

const draw = random(1);
const embeddings = {
  data: Float32Array.from({ length: 60 }, () => draw.normal()),
  shape: [20, 3] as [number, number],
};
const names = Array.from({ length: 20 }, (_, i) => `Vögel/${i} "✓".jpg`);

describe("a saved index", () => {
  it("answers as before, with names and without", async (t) => {
    const file = path.join(temporaryFolder(t), "index.safetensors");
    for (const options of [{ names }, {}]) {
      const index = searchIndex(embeddings, options);
      await index.save(file);
      const again = await loadSearchIndex(file);
      assert.deepEqual(again.nearest([1, 0, -1], 5), index.nearest([1, 0, -1], 5));
      assert.deepEqual(again.names, index.names);
    }
  });

  it("is refused with any flipped bit", async (t) => {
    const file = path.join(temporaryFolder(t), "index.safetensors");
    await searchIndex(embeddings, { names }).save(file);
    const whole = readFileSync(file);
    for (let bit = 0; bit < 8 * whole.length; bit += 13) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(file, flipped);
      await assert.rejects(loadSearchIndex(file), { name: "UserError" }, `bit ${bit}`);
    }
  });

  const wrong: Record<string, [change: (bytes: Buffer) => Buffer, message: RegExp]> = {
    "without its checksum": [
      (bytes) => withoutChecksum(bytes),
      /must be a "ssdml search index 1", got one without a checksum/,
    ],
    "of another kind": [
      (bytes) => changed(bytes, ({ header }) => (header.__metadata__!.format = "ssdml network 2")),
      /must be a "ssdml search index 1", got "ssdml network 2"/,
    ],
    "with names that are no list": [
      (bytes) => changed(bytes, ({ data }) => data.write("{}".padEnd(data.length - 240), 240)),
      /cannot be used: it must have a name for each of 20 embeddings/,
    ],
    "with embeddings that are not finite": [
      (bytes) => changed(bytes, ({ data }) => data.writeFloatLE(NaN, 4)),
      /cannot be used: its embeddings are not finite/,
    ],
  };
  for (const [name, [change, message]] of Object.entries(wrong)) {
    it(`is refused ${name}`, async (t) => {
      const file = path.join(temporaryFolder(t), "index.safetensors");
      await searchIndex(embeddings, { names }).save(file);
      writeFileSync(file, change(readFileSync(file)));
      await assert.rejects(loadSearchIndex(file), { name: "UserError", message });
    });
  }

  it("can be read by Python", { skip: withoutPython }, async (t) => {
    const folder = temporaryFolder(t);
    await searchIndex(embeddings, { names }).save(path.join(folder, "index.safetensors"));
    const printed = runPythonProgram(
      `
import json
from safetensors.numpy import load_file
arrays = load_file("index.safetensors")
print(json.dumps([arrays["embeddings"].tolist(), json.loads(arrays["names"].tobytes())]))`,
      folder,
    );
    const [rows, read] = JSON.parse(printed) as [number[][], string[]];
    assert.deepEqual(Float32Array.from(rows.flat()), embeddings.data);
    assert.deepEqual(read, names);
  });
});

function changed(bytes: Buffer, change: (parts: ReturnType<typeof partsOf>) => unknown): Buffer {
  const parts = partsOf(bytes);
  change(parts);
  return withChecksum(parts);
}
