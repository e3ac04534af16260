import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { openTensorBoard } from "../../lib/track/tensorBoard";
import { temporaryFolder } from "../support/temporary";
import { run, trackPython, trackSkip } from "./support";

/** A CRC-32C by long division, bit by bit, of the mirrored message: another way than the library's table. */
function crcByDivision(bytes: Uint8Array): bigint {
  const polynomial = 0x11edc6f41n;
  const mirror = (value: bigint, bits: number) =>
    BigInt(`0b${Array.from(value.toString(2).padStart(bits, "0")).reverse().join("")}`);
  let rest = 0n;
  bytes.forEach((byte) => (rest = (rest << 8n) | mirror(BigInt(byte), 8)));
  rest = (rest ^ (0xffffffffn << BigInt(8 * bytes.length - 32))) << 32n;
  for (let bit = 8 * bytes.length + 31; bit >= 32; bit--)
    if ((rest >> BigInt(bit)) & 1n) rest ^= polynomial << BigInt(bit - 32);
  return mirror(rest ^ 0xffffffffn, 32);
}

const masked = (crc: bigint) => ((((crc >> 15n) | (crc << 17n)) & 0xffffffffn) + 0xa282ead8n) % 2n ** 32n;

/** The scalars of an event file as texts "tag@step=value", read by searching for the bytes of a summary's values. */
function scalarsIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.includes("tfevents"));
  assert.equal(files.length, 1);
  const bytes = readFileSync(path.join(folder, files[0]));
  const scalars: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = Number(bytes.readBigUInt64LE(at));
    const content = bytes.subarray(at + 12, at + 12 + length);
    assert.equal(BigInt(bytes.readUInt32LE(at + 8)), masked(crcByDivision(bytes.subarray(at, at + 8))));
    assert.equal(BigInt(bytes.readUInt32LE(at + 12 + length)), masked(crcByDivision(content)));
    at += 16 + length;
    // wall_time: 1 + 8 bytes; step: 0x10 and, below 128, one byte.
    assert.equal(content[0], 0x09);
    assert.ok(Math.abs(content.readDoubleLE(1) - Date.now() / 1000) < 3600);
    if (content[9] !== 0x10) continue;
    // A value: 0x0a, its tag's length, the tag, 0x15, a float.
    for (let i = 12; i < content.length; i++) {
      const end = i + 2 + content[i + 1];
      if (content[i] === 0x0a && end + 5 <= content.length && content[end] === 0x15)
        scalars.push(
          `${content.toString("utf8", i + 2, end)}@${content[10]}=${content.readFloatLE(end + 1)}`,
        );
    }
  }
  return scalars;
}

describe("openTensorBoard", () => {
  it("writes events that another reader finds, each once, also when a killed run goes on", async (t) => {
    const folder = temporaryFolder(t);
    const first = await openTensorBoard(folder, run);
    await first.write(0, { "validation/nmi": 0.25 });
    await first.write(1, { loss: 0.5, "validation/nmi": 0.75, spread: NaN });
    await first.write(1, { "validation/nmi": 0.75 });
    await first.write(2, { loss: 2 });
    const [file] = readdirSync(folder);
    appendFileSync(path.join(folder, file), "half a rec");
    const second = await openTensorBoard(folder, run);
    await second.write(2, { loss: 2, "test/nmi": 1.5 });
    await second.write(3, { loss: 8 });
    await second.end("finished");
    const expected = [
      "validation/nmi@0=0.25",
      "loss@1=0.5",
      "validation/nmi@1=0.75",
      "loss@2=2",
      "test/nmi@2=1.5",
      "loss@3=8",
    ];
    assert.deepEqual(scalarsIn(folder), expected);
  });

  it("is read by TensorBoard", trackSkip, async (t) => {
    const folder = temporaryFolder(t);
    const log = await openTensorBoard(folder, run);
    await log.write(0, { "validation/nmi": 0.25 });
    await log.write(300, { loss: 0.5 });
    const answer = trackPython(`
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(${JSON.stringify(folder)})
events.Reload()
texts = {tag: events.Tensors(tag)[0].tensor_proto.string_val[0].decode() for tag in events.Tags()["tensors"]}
scalars = {tag: [[e.step, e.value] for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}
print(json.dumps([texts, scalars]))`) as [Record<string, string>, Record<string, number[][]>];
    const [texts, scalars] = answer;
    assert.deepEqual(scalars, { "validation/nmi": [[0, 0.25]], loss: [[300, 0.5]] });
    assert.match(texts.settings, /^name \| value\n--- \| ---\nk \| 5\npatience \| Infinity$/);
    assert.match(texts.tags, /method \| AGML2/);
  });

  it("says in a sentence where it cannot write", () => {
    assert.throws(
      () => openTensorBoard("/dev/null/run", run),
      /^UserError: cannot write \/dev\/null\/run\/events/,
    );
  });
});
