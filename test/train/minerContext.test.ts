import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import type { MinerContext } from "../../lib/mining";
import { tinyImages, tinyNetwork } from "../fuzz/trainedReaders";

describe("the context of a miner", () => {
  before(() => useEngine("cpu"));

  it("has the graphs that are asked for, exact or approximate, and makes each of them once", async () => {
    const { images, labels } = tinyImages();
    const methods: (string | undefined)[] = [];
    let isKept = false;
    let epochs = 0;
    const miner = (context: MinerContext) => {
      const asked = [
        {},
        { method: "exact" },
        { method: "approximate" },
        { method: "approximate", seed: 2 },
      ] as const;
      const graphs = asked.map((choice) => context.graphOf({ k: 3, ...choice }));
      methods.push(...graphs.map(({ method }) => method));
      isKept = asked.every((choice, i) => context.graphOf({ k: 3, ...choice }) === graphs[i]);
      assert.equal(new Set(graphs).size, 4);
      epochs++;
      return { anchors: [0, 1], positives: [1, 2], negatives: [3, 4] };
    };
    const settings = { seed: 3, epochs: 1, batchSize: 2, network: tinyNetwork, miner };
    await new AGML(settings).fit(images, labels);
    assert.equal(epochs, 1);
    assert.deepEqual(methods, ["exact", "exact", "approximate", "approximate"]);
    assert.ok(isKept);
  });
});
