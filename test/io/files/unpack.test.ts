import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import { gunzipAtMost, inflateAtMost, inflateExactly, inflateStart } from "../../../lib/io/files/unpack";

const content = Buffer.from("some content that is not very long");

describe("unpacking", () => {
  it("gives back what was packed", async () => {
    assert.deepEqual(inflateExactly(deflateSync(content), content.length), content);
    assert.deepEqual(inflateAtMost(deflateSync(content), 1000), content);
    assert.deepEqual(await gunzipAtMost(gzipSync(content), content.length), content);
    assert.deepEqual(inflateStart(deflateSync(content), 4), content.subarray(0, 4));
    assert.deepEqual(inflateExactly(deflateSync(Buffer.alloc(0)), 0), Buffer.alloc(0));
  });

  it("stops a decompression bomb at the stated size", async () => {
    const zeros = Buffer.alloc(50_000_000);
    const before = process.resourceUsage().maxRSS;
    const [bomb, gzipBomb] = [deflateSync(zeros), gzipSync(zeros)];
    for (const size of [0, 10, 1000]) {
      assert.throws(() => inflateAtMost(bomb, size), new RegExp(`more than the promised ${size} bytes`));
      await assert.rejects(gunzipAtMost(gzipBomb, size), /more than the promised/);
    }
    assert.equal(inflateStart(bomb, 8).length, 8);
    assert.ok(process.resourceUsage().maxRSS - before < 60_000, "kilobytes");
  });

  it("rejects a size that is impossible for the packed bytes", () => {
    assert.throws(() => inflateExactly(deflateSync(content), 1e9), /more than \d+ packed bytes can hold/);
    assert.throws(() => inflateExactly(deflateSync(content), 100), /34 bytes, not the promised 100/);
  });
});
