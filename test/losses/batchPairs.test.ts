import assert from "node:assert/strict";
import { it } from "node:test";
import { batchPairs } from "../../lib/losses/batchPairs";
import type { LossBatch } from "../../lib/losses";

/** Of four examples 0 and 1 are of one class, 0 and 2 of two; nothing else is known. */
const relations = Float32Array.of(1, 1, -1, 0, 1, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1);
const pairs = (triplets: readonly (readonly [number, number, number])[]) => {
  const column = (i: number) => Int32Array.from(triplets, (triplet) => triplet[i]);
  const batch = {
    relations: { data: relations, shape: [4, 4] },
    triplets: { count: triplets.length, anchors: column(0), positives: column(1), negatives: column(2) },
  };
  const { positives, negatives } = batchPairs(batch as unknown as LossBatch);
  const listed = (mask: Float32Array) =>
    Array.from(mask.keys())
      .filter((at) => mask[at] === 1)
      .map((at) => `${Math.floor(at / 4)}${at % 4}`)
      .join(" ");
  return [listed(positives), listed(negatives)];
};

it("pairs are what relations say; where these say nothing, what the triplets say", () => {
  assert.deepEqual(pairs([]), ["01 10", "02 20"]);
  assert.deepEqual(pairs([[1, 3, 2]]), ["01 10 13 31", "02 12 20 21"]);
});

it("triplets neither overrule relations, nor count where they contradict each other", () => {
  assert.deepEqual(pairs([[0, 2, 1]]), ["01 10", "02 20"]);
  assert.deepEqual(
    pairs([
      [1, 3, 2],
      [3, 0, 1],
    ]),
    ["01 03 10 30", "02 12 20 21"],
  );
  assert.deepEqual(pairs([[3, 3, 1]]), ["01 10", "02 13 20 31"]);
});
