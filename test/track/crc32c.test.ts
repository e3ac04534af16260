import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crc32c, maskedCrc } from "../../lib/track/crc32c";

describe("crc32c", () => {
  it("gives the check values of RFC 3720, appendix B.4", () => {
    assert.equal(crc32c(new Uint8Array(32)), 0x8a9136aa);
    assert.equal(crc32c(new Uint8Array(32).fill(255)), 0x62a8ab43);
    assert.equal(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i)), 0x46dd794e);
    assert.equal(crc32c(Buffer.from("123456789")), 0xe3069283);
  });

  it("is masked by a rotation and a constant", () => {
    const crc = 0xe3069283n;
    const turned = ((crc >> 15n) | (crc << 17n)) & 0xffffffffn;
    assert.equal(BigInt(maskedCrc(Buffer.from("123456789"))), (turned + 0xa282ead8n) % 2n ** 32n);
  });
});
