import assert from "node:assert/strict";
import { it } from "node:test";
import { drawPartition } from "../../lib/train/drawPartition";
import { useEngine } from "../../lib/engine";
import { AGML2 } from "../../lib/methods";
import { trainingDefaults } from "../../lib/train";

it("a partition has all labeled examples and a random sample of the others, another each time", () => {
  const labels = Int32Array.from({ length: 100 }, (_, i) => (i % 10 === 0 ? i % 3 : -1));
  const draw = (partition: number, partitionSize: number, seed = 1) => [
    ...drawPartition(labels, partition, { ...trainingDefaults, partitionSize, seed }),
  ];
  const first = draw(1, 20);
  assert.equal(first.length, 10 + 20);
  assert.deepEqual(
    [...new Set(first)].sort((a, b) => a - b),
    first,
    "each once, in ascending order",
  );
  for (let i = 0; i < 100; i += 10) assert.ok(first.includes(i));
  assert.deepEqual(draw(1, 20), first);
  assert.notDeepEqual(draw(2, 20), first);
  assert.notDeepEqual(draw(1, 20, 2), first);
  assert.equal(draw(1, 9000).length, 100);
});

it("more neighbors than a partition has are refused before anything is learned", async () => {
  await useEngine("cpu");
  const x = Array.from({ length: 12 }, (_, i) => [i % 2, i / 12]);
  const labels = x.map((_, i) => (i < 4 ? i % 2 : -1));
  await assert.rejects(new AGML2({ k: 12, epochs: 1 }).fit(x, labels), {
    message:
      "AGML2: k must be less than the number of examples of a partition, 12 examples, got 12. Choose fewer neighbors.",
  });
  await assert.rejects(
    new AGML2({ k: 9, partitionSize: 5 }).fit(x, labels),
    /a partition, 9 examples, got 9/,
  );
});
