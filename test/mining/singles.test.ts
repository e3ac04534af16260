import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values/random";
import { everyExample, exemplarMiner, type MinerContext } from "../../lib/mining";
import { readMined } from "../../lib/mining/miner";

const context = (n: number, seed = 1) =>
  ({ labels: new Int32Array(n).fill(-1), random: random(seed) }) as unknown as MinerContext;

describe("everyExample", () => {
  it("has each example once, as anchor, positive and negative, and makes no classes", async () => {
    const miner = everyExample();
    const mined = readMined(miner, await miner(context(4)), 4);
    for (const role of [mined.anchors, mined.positives, mined.negatives])
      assert.deepEqual([...role], [0, 1, 2, 3]);
    assert.equal(mined.labels, undefined);
  });
});

describe("exemplarMiner", () => {
  it("gives each chosen example a class of its own, and the others none", async () => {
    const miner = exemplarMiner({ exemplars: 5 });
    const mined = readMined(miner, await miner(context(12)), 12);
    assert.equal(new Set(mined.anchors).size, 5);
    assert.deepEqual(
      Array.from(mined.anchors, (i) => mined.labels![i]),
      [0, 1, 2, 3, 4],
    );
    assert.equal(mined.labels!.filter((label) => label < 0).length, 7);
    const again = await miner(context(12));
    assert.deepEqual([...mined.anchors], Array.from(again.anchors), "the same seed chooses the same");
    const other = await miner(context(12, 2));
    assert.notDeepEqual([...mined.anchors], Array.from(other.anchors));
  });

  it("takes all examples of a partition that has fewer", async () => {
    const mined = await exemplarMiner()(context(3));
    assert.deepEqual(Array.from(mined.anchors).sort(), [0, 1, 2]);
  });

  it("refuses a wrong option", () => {
    assert.throws(
      () => exemplarMiner({ exemplars: 1 }),
      /exemplars must be a whole number of at least 2, got 1/,
    );
  });
});
