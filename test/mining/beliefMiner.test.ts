import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values/random";
import { knnGraph, propagateAffinities } from "../../lib/graph";
import { beliefMiner, tripletQuality, type BeliefMinerOptions, type MinerContext } from "../../lib/mining";
import { readMined } from "../../lib/mining/miner";
import { clouds } from "../graph/propagation/support";

const { points, labels, trueLabels } = clouds(400, 5, 4, 3, 2, 0.35);

/** The context of a miner on these points, without a trainer. */
function context({ epoch = 9, seed = 1 } = {}): MinerContext {
  const matrix = { data: Float32Array.from(points.flat()), shape: [400, 5] as [number, number] };
  return {
    embeddings: matrix,
    projected: matrix,
    labels: Int32Array.from(labels),
    graph: knnGraph(matrix, { k: 10 }),
    affinities: Promise.reject(new Error("not asked for")).catch(() => undefined) as never,
    graphOf: ({ k = 10 } = {}) => knnGraph(matrix, { k }),
    affinitiesOf: (({ k = 10, gamma = 0.99, sides = 1 } = {}) =>
      propagateAffinities(knnGraph(matrix, { k }), labels, { gamma, sides })) as MinerContext["affinitiesOf"],
    random: random(seed),
    epoch,
    signal: undefined,
    report: () => undefined,
  };
}

async function mine(options: BeliefMinerOptions = {}, at: Parameters<typeof context>[0] = {}) {
  const miner = beliefMiner({ triplets: 600, ...options });
  return readMined(miner, await miner(context(at)), 400);
}

const isLabeled = (i: number) => labels[i] >= 0;

describe("beliefMiner", () => {
  it("finds positives of the same class and negatives of others, far more often than the paper's rule", async () => {
    const quality = tripletQuality(await mine(), trueLabels);
    assert.ok(quality.positives > 0.95, `positives right: ${quality.positives}`);
    assert.ok(quality.negatives > 0.95, `negatives right: ${quality.negatives}`);
  });

  it("pairs an anchor only where W agrees: positives above the agreement, negatives below zero", async () => {
    const affinities = await context().affinitiesOf({ sides: 2 });
    const { anchors, positives, negatives } = await mine({ sharpen: 1, agreement: 0.9 });
    const unit = (i: number) => {
      const row = [...affinities.beliefs.data.subarray(4 * i, 4 * i + 4)];
      return row.map((value) => value / Math.hypot(...row));
    };
    const agree = (i: number, j: number) => unit(i).reduce((sum, value, c) => sum + value * unit(j)[c], 0);
    let [high, low] = [0, 0];
    anchors.forEach((anchor, t) => {
      if (agree(anchor, positives[t]) > 0.9) high++;
      if (agree(anchor, negatives[t]) < 0.5) low++;
    });
    // A triplet is taken as it is after twenty tries.
    assert.ok(high > 0.98 * anchors.length && low > 0.98 * anchors.length, `${high}, ${low}`);
  });

  it("leaves out the least confident", async () => {
    const { confidence } = await context().affinitiesOf({ sides: 2 });
    const unlabeled = [...labels.keys()].filter((i) => !isLabeled(i));
    const sorted = unlabeled.map((i) => confidence[i]).sort((x, y) => y - x);
    const least = sorted[Math.ceil(unlabeled.length / 2) - 1];
    const { anchors, positives, negatives } = await mine({ leaveOut: 0.5 });
    for (const i of [...anchors, ...positives, ...negatives])
      assert.ok(isLabeled(i) || confidence[i] >= least);
  });

  it("takes turns among the classes, and labeled points by their share", async () => {
    const { anchors, positives, negatives } = await mine({ labeledShare: 0.5 });
    const drawn = [...anchors, ...positives, ...negatives];
    const share = drawn.filter(isLabeled).length / drawn.length;
    assert.ok(Math.abs(share - 0.5) < 0.06, `${share}`);
    for (const c of [0, 1, 2, 3]) {
      const count = [...anchors].filter((i) => trueLabels[i] === c).length;
      assert.ok(Math.abs(count - 150) < 15, `class ${c}: ${count}`);
    }
  });

  it("learns from labeled points alone in the warm start, with one-hot beliefs", async () => {
    const { anchors, positives, negatives, beliefs, confidence } = await mine({ warmStart: 3 }, { epoch: 3 });
    for (const i of [...anchors, ...positives, ...negatives]) assert.ok(isLabeled(i));
    anchors.forEach((anchor, t) => {
      assert.equal(labels[anchor], labels[positives[t]]);
      assert.notEqual(anchor, positives[t]);
      assert.notEqual(labels[anchor], labels[negatives[t]]);
    });
    assert.deepEqual(
      [...beliefs!.data.subarray(0, 4)],
      [0, 1, 2, 3].map((c) => (c === labels[0] ? 1 : 0)),
    );
    assert.equal(confidence, undefined);
    const later = await mine({ warmStart: 3 }, { epoch: 4 });
    assert.ok([...later.anchors].some((i) => !isLabeled(i)));
  });

  it("weighs a triplet by the confidence of both ends, and the same seed mines the same", async () => {
    const first = await mine();
    assert.deepEqual(first, await mine());
    assert.notDeepEqual(first.anchors, (await mine({}, { seed: 2 })).anchors);
    first.weights!.forEach((weight, t) => {
      const { confidence, anchors, positives } = first;
      assert.equal(weight, Math.fround(confidence![anchors[t]] * confidence![positives[t]]));
    });
  });

  it("works with one labeled point per class, which is then its own positive where nothing else is", async () => {
    const few = {
      ...context({ epoch: 1 }),
      labels: Int32Array.from(labels, (label, i) => (i < 4 ? label : -1)),
    };
    const miner = beliefMiner({ triplets: 40 });
    const { anchors, positives } = readMined(miner, await miner(few), 400);
    assert.deepEqual(anchors, positives);
  });

  it("mines at most four triplets per point", async () => {
    assert.equal((await mine({ triplets: 9999 })).count, 1600);
  });

  it("rejects options out of range, and misspelt ones", () => {
    assert.throws(() => beliefMiner({ leaveOut: 1 }), /beliefMiner: leaveOut must be/);
    assert.throws(() => beliefMiner({ leaveout: 0.1 } as never), /leaveOut/);
  });
});
