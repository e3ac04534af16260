import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkNumbers, formatText, foundFormat, isOfFormat } from "../../../lib/io/files/savedFormat";

const format = { name: "ssdml network", version: 2, withoutChecksum: 1 };
const file = (text: string | undefined, hasChecksum: boolean, data = Float32Array.of(1)) => ({
  metadata: text === undefined ? {} : { format: text },
  hasChecksum,
  arrays: { w: { data, shape: [data.length] } },
});

describe("formats of files", () => {
  it("are this version with a checksum, or the one before without", () => {
    assert.equal(formatText(format), "ssdml network 2");
    assert.ok(isOfFormat(file("ssdml network 2", true), format));
    assert.ok(isOfFormat(file("ssdml network 1", false), format));
    assert.ok(!isOfFormat(file("ssdml network 2", false), format), "its checksum was lost");
    assert.ok(!isOfFormat(file("ssdml AGML model 2", true), format));
  });

  it("say what was found instead", () => {
    assert.equal(foundFormat(file("ssdml network 2", false), format), "one without a checksum");
    assert.equal(foundFormat(file("ssdml AGML model 2", true), format), '"ssdml AGML model 2"');
    assert.equal(foundFormat(file(undefined, true), format), '"something else"');
  });

  it("without a checksum must at least hold finite numbers", () => {
    checkNumbers(file("ssdml network 1", false), "a.safetensors");
    assert.throws(
      () => {
        checkNumbers(file("ssdml network 1", false, Float32Array.of(1, NaN)), "a.safetensors");
      },
      { name: "UserError", message: "a.safetensors is damaged: w holds NaN. Restore it from a copy." },
    );
    checkNumbers(file("ssdml network 2", true, Float32Array.of(NaN)), "a.safetensors");
  });
});
