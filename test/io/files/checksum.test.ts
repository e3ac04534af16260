import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { checksumBlank, matchesChecksum, stampChecksum } from "../../../lib/io/files/checksum";

const before = Buffer.from("8 bytes.");
const after = Buffer.from("the arrays");

function stamped() {
  const header = Buffer.from(`{"a":1,"sha256":"${checksumBlank}"}`);
  const blank = Buffer.concat([before, header, after]);
  stampChecksum(header, { before, after: [after] });
  const { sha256 } = JSON.parse(header.toString()) as { sha256: string };
  return { bytes: Buffer.concat([before, header, after]), blank, sha256, end: before.length + header.length };
}

describe("the checksum of a file", () => {
  it("is the sha256 of all bytes with zeros in its place", () => {
    const { bytes, blank, sha256, end } = stamped();
    assert.equal(sha256, createHash("sha256").update(blank).digest("hex"));
    assert.ok(matchesChecksum(bytes, [before.length, end], sha256));
  });

  it("does not match after any change of a byte", () => {
    const { bytes, sha256, end } = stamped();
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1;
      assert.ok(!matchesChecksum(changed, [before.length, end], sha256), `byte ${at}`);
    }
    assert.ok(!matchesChecksum(bytes, [before.length, end], "no checksum"));
  });
});
