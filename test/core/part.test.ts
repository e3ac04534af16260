import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namedPart, partDifference, recordPart } from "../../lib/core/part";

describe("recordPart", () => {
  it("keeps names and settings as JSON, also those that JSON lacks", () => {
    const part = namedPart(
      "shift",
      { pixels: Infinity, inner: namedPart("noise", { s: 2 }, () => 1) },
      () => 0,
    );
    assert.deepEqual(recordPart(part), {
      name: "shift",
      settings: { pixels: "Infinity", inner: { name: "noise", settings: { s: 2 } } },
    });
    assert.deepEqual(recordPart([[part], part]), [recordPart(part), recordPart(part)]);
  });

  it("keeps the source text of a bare function, and notes settings that cannot be written", () => {
    const mine = (x: number) => x + 1;
    assert.deepEqual(recordPart(mine), { name: "mine", source: mine.toString() });
    assert.deepEqual(recordPart({}), { name: "anonymous" });
    assert.deepEqual(recordPart({ name: "big", settings: { n: 1n } }), {
      name: "big",
      settings: { unreadable: true },
    });
  });

  it("does not follow later changes of the settings", () => {
    const settings = { k: 1 };
    const part = namedPart("miner", settings, {});
    settings.k = 2;
    assert.deepEqual(part.settings, { k: 1 });
    assert.ok(Object.isFrozen(part.settings));
  });
});

describe("partDifference", () => {
  const miner = (k: number) => ({ name: "affinityMiner", settings: { k } });

  it("is nothing where all parts are the same", () => {
    assert.equal(partDifference({ miner: miner(10) }, { miner: miner(10) }), undefined);
  });

  it("names the first setting, source text, part or list that differs", () => {
    for (const [before, now, words] of [
      [{ miner: miner(10) }, { miner: miner(12) }, "the miner's k was 10 and is 12"],
      [{ miner: miner(10) }, { miner: { name: "mine" } }, "the miner was affinityMiner and is mine"],
      [{}, { loss: { name: "mine" } }, "the loss was none and is mine"],
      [
        { loss: { name: "mine", source: "() => 1" } },
        { loss: { name: "mine", source: "() => 2" } },
        "the source text of the loss mine has changed",
      ],
      [
        { augment: [{ name: "flip" }, { name: "shift", settings: { pixels: 1 } }] },
        { augment: [{ name: "flip" }, { name: "shift", settings: { pixels: 2 } }] },
        "the shift's pixels was 1 and is 2",
      ],
      [{ augment: [{ name: "flip" }] }, { augment: [] }, "the augment was flip and is none"],
    ] as const) {
      assert.equal(partDifference(before, now), words);
    }
  });
});
