import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeMessage, encodeMessage } from "../../lib/track/protobuf";

describe("encodeMessage", () => {
  it("writes the bytes of the examples in the description of the encoding", () => {
    assert.equal(encodeMessage([[1, "varint", 150]]).toString("hex"), "089601");
    assert.equal(encodeMessage([[2, "bytes", "testing"]]).toString("hex"), "120774657374696e67");
    const inner = encodeMessage([[1, "varint", 150]]);
    assert.equal(encodeMessage([[3, "bytes", inner]]).toString("hex"), "1a03089601");
    assert.equal(encodeMessage([[1, "double", 1]]).toString("hex"), "09000000000000f03f");
    assert.equal(encodeMessage([[2, "float", 1]]).toString("hex"), "150000803f");
  });

  it("is read by decodeMessage, also steps above 2³²", () => {
    const bytes = encodeMessage([
      [2, "varint", 2 ** 40 + 5],
      [16, "bytes", "x"],
      [1, "double", 0.5],
      [1, "varint", 0],
    ]);
    const [step, text, half, zero] = decodeMessage(bytes);
    assert.deepEqual(step, { number: 2, value: 2 ** 40 + 5 });
    assert.deepEqual([text.number, String(text.value as Buffer)], [16, "x"]);
    assert.equal((half.value as Buffer).readDoubleLE(), 0.5);
    assert.deepEqual(zero, { number: 1, value: 0 });
  });
});
