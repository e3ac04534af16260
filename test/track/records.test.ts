import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeRecords, encodeRecord } from "../../lib/track/records";

describe("decodeRecords", () => {
  const bytes = Buffer.concat([encodeRecord(Buffer.from("one")), encodeRecord(Buffer.from("three"))]);
  const first = encodeRecord(Buffer.from("one")).length;

  it("reads what encodeRecord wrote", () => {
    const { records, length } = decodeRecords(bytes);
    assert.deepEqual(records.map(String), ["one", "three"]);
    assert.equal(length, bytes.length);
  });

  it("stops before a record that is cut off anywhere, or damaged", () => {
    for (let end = first; end < bytes.length; end++)
      assert.equal(decodeRecords(bytes.subarray(0, end)).length, first);
    for (let at = first; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1;
      assert.deepEqual(decodeRecords(damaged).records.map(String), ["one"], `byte ${at}`);
    }
  });
});
