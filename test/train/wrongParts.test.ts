import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  affinityMiner,
  AGML,
  angularLoss,
  convolution,
  dense,
  grassmannMetric,
  mlp,
  sequential,
  shift,
  tf,
  useEngine,
  DeepLRML,
  UserError,
  type LossBatch,
  type MinerContext,
  type PartOptions,
} from "ssdml";
import { bars, network, labeledTriplets, small } from "./bars";

describe("a wrong part", () => {
  const good = { network: network(), miner: labeledTriplets };
  const one = [0];
  const cases: [string, PartOptions, RegExp][] = [
    [
      "a miner that returns nothing",
      { miner: () => undefined as never },
      /^miner: miner must return \{ anchors, positives, negatives \}, got undefined\.$/,
    ],
    [
      "no triplets",
      { miner: () => ({ anchors: [], positives: [], negatives: [] }) },
      /miner: miner must return at least one triplet, got none/,
    ],
    [
      "positions outside",
      { miner: () => ({ anchors: one, positives: [99], negatives: one }) },
      /positives as positions in \[0, 39\] of the partition, got 99 at 0/,
    ],
    [
      "unequal lengths",
      { miner: () => ({ anchors: [0, 1], positives: one, negatives: one }) },
      /got 2 anchors, 1 positives and 1 negatives/,
    ],
    [
      "NaN weights",
      { miner: () => ({ anchors: one, positives: one, negatives: one, weights: [NaN] }) },
      /weights of at least 0, got NaN at 0/,
    ],
    [
      "labels of no class",
      {
        miner: ({ labels }: MinerContext) => ({
          anchors: one,
          positives: one,
          negatives: one,
          labels: labels.map(() => -2),
        }),
      },
      /labels that are whole numbers from 0 to \d+, or −1 for none, got -2 at 0/,
    ],
    [
      "too few weights",
      { miner: () => ({ anchors: one, positives: one, negatives: one, weights: [] }) },
      /a weight for each of its 1 triplet, got 0/,
    ],
    [
      "a vector as the loss",
      { loss: ({ embeddings }) => tf.sum<never>(embeddings, 1) },
      /^loss: loss must return a scalar, got a tensor of shape \[\d+\]\. Take tf\.mean/,
    ],
    [
      "NaN as the loss",
      { loss: ({ embeddings }) => tf.mul(tf.mean(embeddings), NaN) },
      /finite number, got NaN|must be finite, got NaN/,
    ],
    [
      "a loss that depends on nothing",
      { loss: () => tf.scalar(1) },
      /^loss: loss does not depend on the embeddings, so nothing can be learned/,
    ],
    ["a number as the loss", { loss: () => 3 as never }, /loss: loss must return a tf\.Scalar, got 3/],
    [
      "an augmentation that changes the shape",
      { augment: [(images) => tf.slice(images, [0, 0, 0, 0], [-1, 4, 8, 1])] },
      /^augment: .*must return a batch of the shape \[\d+, 8, 8, 1\] that it was given, got a tensor of shape/,
    ],
    [
      "a sampler out of range",
      { sampler: () => [Int32Array.of(1e6)] },
      /sampler: .*must be positions in \[0, \d+\], got 1000000/,
    ],
    [
      "a negative schedule",
      { schedule: () => -1 },
      /schedule: what schedule returns must be a number of at least 0, got -1/,
    ],
    [
      "a network whose output is not [n, d]",
      {
        network: () => ({
          ...network().copy({ seed: 1, input: [8, 8, 1] }),
          trace: undefined as never,
          forward: (x: tf.Tensor) => tf.reshape<tf.Rank.R2>(x, [-1, 8]),
          dimension: 6,
        }),
      },
      /network: sequential must return embeddings \[n, d\] = \[\d+, 6\], got the shape \[\d+, 8\]/,
    ],
  ];
  for (const [what, wrong, sentence] of cases)
    it(`(${what}) is named in one sentence, and what was learned so far is kept`, async () => {
      await useEngine("cpu");
      const { images, labels } = bars();
      const model = new AGML({
        ...small,
        epochs: 1,
        metric: grassmannMetric({ dimension: 3, iterations: 1 }),
        ...good,
        ...wrong,
      });
      await assert.rejects(model.fit(images, labels), (error) => {
        assert.ok(error instanceof UserError, String(error));
        assert.match(error.message, sentence);
        return true;
      });
      if (!("network" in wrong)) {
        const z = model.transform(images);
        assert.equal(z.shape[0], 40);
        z.dispose();
      }
      model.dispose();
    });

  it("(a loss of the embeddings alone) leaves L as it is, and the network learns", async () => {
    await useEngine("cpu");
    const { images, labels } = bars();
    const ofEmbeddings = ({ embeddings, triplets: { anchors, positives } }: LossBatch) => {
      const rows = (places: Int32Array) => tf.gather(embeddings, tf.tensor1d(places, "int32"));
      return tf.mean<tf.Scalar>(tf.square(tf.sub(rows(anchors), rows(positives))));
    };
    const metric = grassmannMetric({ dimension: 3, iterations: 2 });
    const model = await new AGML({ ...small, epochs: 1, metric, ...good, loss: ofEmbeddings }).fit(
      images,
      labels,
    );
    const start = model.untrained();
    const numbers = (tensor: tf.Tensor) => Array.from(tensor.dataSync());
    const [now, before] = [model, start].map(({ learned }) => numbers(learned.metric));
    assert.ok(now.every((entry, i) => Math.abs(entry - before[i]) < 1e-6));
    const [own, first] = [model, start].map(({ learned }) =>
      numbers(Object.values(learned.network.parameters)[0]),
    );
    assert.notDeepEqual(own, first);
    model.dispose();
    start.dispose();
  });

  it("is refused where it is given", () => {
    const refuse = (options: object, sentence: RegExp) => {
      assert.throws(() => new AGML(options), sentence);
    };
    refuse({ miner: 3 }, /AGML: miner must be a miner such as affinityMiner/);
    refuse({ loss: "angular" }, /AGML: loss must be a loss such as angularLoss/);
    refuse({ optimizer: "adam" }, /AGML: optimizer must be an optimizer such as adam/);
    refuse({ metric: {} }, /AGML: metric\.start must be a function/);
    refuse({ augment: shift(2) }, /AGML: augment must be an array of augmentations/);
    refuse(
      { miner: affinityMiner },
      /^.*AGML: miner: affinityMiner is a function that makes one\. Write affinityMiner\(…\)\.$/,
    );
    refuse({ augment: [shift] }, /AGML: augment: shift is a function that makes one/);
    refuse({ network: mlp }, /AGML: network: mlp is a function that makes one/);
    refuse(
      { network: dense(3) },
      /AGML: network must be a network\. Wrap what you pass: sequential\(\[layer, …\]\)/,
    );
    refuse({ network: tf.sequential() }, /Wrap what you pass: layersNetwork\(model\)/);
    refuse({ network: {} }, /AGML: network\.copy must be a function/);
    refuse(
      { miner: labeledTriplets, k: 5 },
      /k is a setting of the default miner, and you pass a miner of your own/,
    );
    refuse({ mineer: labeledTriplets }, /there is no option "mineer".*did you mean miner\?/);
    assert.throws(() => new DeepLRML({ miner: labeledTriplets }), /Deep-LRML: miner cannot be replaced/);
    assert.throws(() => sequential([3 as never]), /sequential: layers\[0\] must be a layer such as dense/);
    assert.throws(
      () => sequential([convolution(2, 9)], { input: [8, 8, 1], seed: 1 }),
      /convolution: size must be at most .* 8 × 8 pixels, got 9/,
    );
    assert.throws(
      () => sequential([convolution(2, 3)], { input: [8, 8, 1], seed: 1 }),
      /must give one vector per example, got images of the shape \[6, 6, 2\]/,
    );
    assert.throws(
      () => angularLoss({ alph: 3 } as never),
      /angularLoss: there is no option "alph".*did you mean alpha/,
    );
  });
});
