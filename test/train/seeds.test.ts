import assert from "node:assert/strict";
import { it } from "node:test";
import { seedOf } from "../../lib/train/seeds";

it("seedOf gives every seed, purpose and turn a seed of its own, the same each time", () => {
  const all = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].flatMap((seed) =>
    (["network", "metric", "pretraining", "partition", "epoch", "miner", "augment"] as const).flatMap(
      (purpose) => [0, 1, 2, 50].map((turn) => seedOf(seed, purpose, turn)),
    ),
  );
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32));
  assert.equal(seedOf(5, "epoch", 3), seedOf(5, "epoch", 3));
});
