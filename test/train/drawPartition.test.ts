import assert from "node:assert/strict";
import { it } from "node:test";
import { drawPartition } from "../../lib/train/drawPartition";
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
