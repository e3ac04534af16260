import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { closest } from "../../../lib/core/options/closest";

describe("closest", () => {
  const known = ["train", "data", "figures", "miner", "metric", "learning-rate", "e"];
  for (const [word, meant] of [
    ["trian", "train"],
    ["trin", "train"],
    ["ttrain", "train"],
    ["Data", "data"],
    ["minre", "miner"],
    ["figurse", "figures"],
    ["E", "e"],
    ["lr", "learning-rate"],
    ["k", undefined],
    ["banana", undefined],
    ["x".repeat(50), undefined],
  ] as const)
    it(`takes ${word.slice(0, 12)} for ${meant}`, () => {
      assert.equal(closest(word, known), meant);
    });
});
