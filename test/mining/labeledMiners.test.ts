import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { minerMakers, readMined } from "../../lib/mining";
import type { CallableMiner } from "../../lib/mining/callableMiner";
import { allTriplets, semiHardMiner } from "../../lib/mining";
import type { Triplets } from "../../lib/mining";
import { batches, fixture } from "../losses/lossFixtures";

const references = fixture("miners.json") as {
  name: string;
  options: Record<string, unknown>;
  triplets: number[][];
}[];

const minerOf = (name: string, options: object) =>
  (minerMakers as readonly unknown[] as readonly ((options: object) => CallableMiner<Triplets>)[]).find(
    (make) => make.name === name,
  )!(options);

/** Triplets as [a, p, n] in ascending order. */
const sorted = ({ anchors, positives, negatives }: Triplets) =>
  Array.from(anchors, (a, t) => [a, positives[t], negatives[t]]).sort(
    (s, t) => s[0] - t[0] || s[1] - t[1] || s[2] - t[2],
  );

describe("miners of labeled examples", () => {
  for (const { name, options, triplets } of references)
    it(`${name}(${JSON.stringify(options)}) finds the triplets of pytorch-metric-learning`, () => {
      const miner = minerOf(name, options);
      let found = 0;
      batches.forEach(({ z, shape, labels }, i) => {
        const mined = miner({ data: z as never, shape }, labels);
        assert.deepEqual(sorted(mined).flat(), triplets[i], `batch ${i}`);
        found += mined.count;
      });
      assert.ok(found > 20, `${found} triplets in all`);
    });

  it("leave out examples without a label", () => {
    const x = [[0], [0.3], [0.4], [0.5], [2]];
    const mined = allTriplets()(x, [0, 0, -1, 1, 1]);
    assert.equal(mined.count, 8);
    for (const positions of [mined.anchors, mined.positives, mined.negatives])
      assert.ok(!positions.includes(2));
    assert.deepEqual(sorted(semiHardMiner()(x, [0, 0, -1, 1, 1])), [[0, 1, 3]]);
  });

  it("draw perAnchor triplets of each anchor without repetition, by the seed", () => {
    const labels = Array.from({ length: 30 }, (_, i) => i % 3);
    const x = labels.map((label, i) => [label + i / 100]);
    const miner = allTriplets({ perAnchor: 5 });
    const drawn = sorted(miner(x, labels, { seed: 3 }));
    assert.equal(drawn.length, 150);
    assert.equal(new Set(drawn.map(String)).size, 150);
    const all = new Set(sorted(allTriplets()(x, labels)).map(String));
    assert.ok(drawn.every((triplet) => all.has(String(triplet))));
    for (let a = 0; a < 30; a++) assert.equal(drawn.filter(([anchor]) => anchor === a).length, 5);
    assert.deepEqual(sorted(miner(x, labels, { seed: 3 })), drawn);
    assert.notDeepEqual(sorted(miner(x, labels, { seed: 4 })), drawn);
  });

  it("say what to do where there are too many triplets", () => {
    const labels = Array.from({ length: 800 }, (_, i) => i % 2);
    assert.throws(
      () =>
        allTriplets()(
          labels.map((label) => [label]),
          labels,
        ),
      /allTriplets: 800 examples have more than 33,554,432 such triplets. Set perAnchor, such as allTriplets\({ perAnchor: 10 }\)/,
    );
  });

  it("find nothing where a class has one example, or there is one class", () => {
    for (const labels of [
      [0, 1, 2],
      [0, 0, 0],
      [-1, -1, -1],
    ])
      assert.equal(allTriplets()([[0], [1], [2]], labels).count, 0);
    assert.throws(
      () => readMined(allTriplets(), allTriplets()([[0], [1]], [0, 1]), 2),
      /miner: allTriplets must return at least one triplet, got none/,
    );
  });

  it("refuse labels and embeddings that do not fit", () => {
    assert.throws(
      () => semiHardMiner()([[0], [1]], [0]),
      /semiHardMiner: labels must have one entry per point/,
    );
    assert.throws(() => semiHardMiner()([[0], [NaN]], [0, 1]), /semiHardMiner: embeddings/);
    assert.throws(() => semiHardMiner({ margin: 0 }), /semiHardMiner: margin must be/);
    assert.throws(() => allTriplets({ perAnchor: 0.5 }), /allTriplets: perAnchor must be/);
  });
});
