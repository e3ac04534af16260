import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { readKnownFile } from "../../../lib/datasets/files/knownFile";
import { temporaryFolder } from "../../support/temporary";
import { writeFile } from "../pictures/support";

const content = Buffer.from("what was published");
const known = {
  name: "data",
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
};

describe("readKnownFile", () => {
  it("reads a file, plain or packed, even if packing made it larger", async (t) => {
    for (const [name, bytes] of [
      ["data", content],
      ["data.gz", gzipSync(content)],
      ["data.gz", gzipSync(content, { level: 0 })],
    ] as const) {
      const folder = temporaryFolder(t);
      writeFile(path.join(folder, name), bytes);
      assert.deepEqual(await readKnownFile({ folder, repair: "Fetch it." }, known), content);
    }
  });

  it("allocates no memory for a file that is larger than the published one", async (t) => {
    const zeros = Buffer.alloc(100_000_000);
    const bomb = gzipSync(zeros);
    const before = process.resourceUsage().maxRSS;
    for (const [name, bytes, reason] of [
      [
        "data",
        zeros,
        /data cannot be read \(it has 100000000 bytes, which is too many for a file of 18\)\. Fetch it/,
      ],
      ["data.gz", bomb, /data\.gz cannot be read \(it has \d+ bytes, which is too many/],
      ["data.gz", gzipSync(Buffer.alloc(50_000)), /it unpacks to more than the promised 18 bytes/],
    ] as const) {
      const folder = temporaryFolder(t);
      writeFile(path.join(folder, name), bytes);
      await assert.rejects(readKnownFile({ folder, repair: "Fetch it." }, known), {
        name: "UserError",
        message: reason,
      });
    }
    assert.ok(process.resourceUsage().maxRSS - before < 50_000, "kilobytes");
  });
});
