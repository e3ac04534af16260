import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { answer, decode, encode, sign, type Frame } from "../../../kernels/ssdml/io/wire";

const buffers = (frames: Frame[]): Buffer[] => frames.map((frame) => Buffer.from(frame));

describe("wire", () => {
  const message = answer(undefined, "status", { execution_state: "idle" });

  it("decodes what it encoded", () => {
    const read = decode("key", buffers(encode("key", message)));
    assert.deepEqual(read?.header, message.header);
    assert.deepEqual(read?.content, message.content);
  });

  it("signs with HMAC-SHA256 over the four frames", () => {
    assert.equal(
      sign("key", ["The quick brown fox ", "jumps over the lazy dog"]),
      "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
    );
  });

  it("drops other keys, changed frames and missing frames", () => {
    const frames = buffers(encode("key", message));
    assert.equal(decode("other", frames), undefined);
    assert.equal(decode("key", frames.with(5, Buffer.from('{"execution_state":"busy"}'))), undefined);
    assert.equal(decode("key", frames.slice(0, 4)), undefined);
    assert.equal(decode("key", frames.with(1, Buffer.from(""))), undefined);
  });

  it("drops messages nested more than 1000 levels deep", () => {
    const decoded = (levels: number) => {
      const content = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`) as Record<
        string,
        unknown
      >;
      return decode("key", buffers(encode("key", { ...message, content })));
    };
    assert.notEqual(decoded(1000), undefined);
    assert.equal(decoded(1001), undefined);
  });

  it("survives any frames, signed or not", () => {
    const frame = fc.oneof(fc.string(), fc.json(), fc.constant("<IDS|MSG>"));
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), (parts) => {
        const tail = parts.slice(0, 4);
        decode("key", buffers(parts));
        decode("key", buffers(["<IDS|MSG>", sign("key", tail), ...tail]));
      }),
    );
  });
});
