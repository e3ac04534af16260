import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { brightness, tf, useEngine, type LossBatch } from "ssdml";
import { bars, labeledTriplets, marginLoss, network, run, small } from "./bars";

describe("views", () => {
  before(() => useEngine("cpu"));

  it("show a loss every example as often, differently augmented, with the positives in another view", async () => {
    const { labels } = bars();
    let checked = 0;
    const loss = (batch: LossBatch) => {
      const { embeddings, positions, triplets, relations, confidence } = batch;
      const [rows] = embeddings.shape;
      const half = rows / 2;
      assert.deepEqual(positions.subarray(0, half), positions.subarray(half));
      assert.equal(new Set(positions).size, half);
      triplets.anchors.forEach((anchor, t) => {
        assert.ok(anchor < half && triplets.negatives[t] < half && triplets.positives[t] >= half);
        assert.equal(batch.labels[anchor], batch.labels[triplets.positives[t]]);
        assert.notEqual(batch.labels[anchor], batch.labels[triplets.negatives[t]]);
      });
      for (let i = 0; i < half; i++) assert.equal(relations.data[i * rows + half + i], 1);
      assert.deepEqual(confidence, new Float32Array(rows).fill(1));
      if (embeddings instanceof tf.Tensor && checked++ === 0) {
        const values = embeddings.dataSync();
        const d = embeddings.shape[1];
        assert.notDeepEqual(values.subarray(0, d), values.subarray(half * d, (half + 1) * d));
      }
      return marginLoss(batch);
    };
    const { model } = await run({
      network: network(),
      miner: labeledTriplets,
      loss,
      augment: [brightness(0.5)],
      views: 2,
      epochs: 1,
    });
    assert.ok(checked > 0);
    assert.equal(labels.length, 40);
    model.dispose();
  });

  it("let a point be its own positive", async () => {
    const miner = () => ({ anchors: [0, 1], positives: [0, 1], negatives: [1, 2] });
    const { events, model } = await run({
      ...small,
      network: network(),
      miner,
      loss: marginLoss,
      augment: [brightness(0.5)],
      views: 2,
      epochs: 1,
    });
    const losses = events.flatMap((event) => (event.kind === "epoch" ? [event.loss] : []));
    assert.ok(losses[0] > 0);
    model.dispose();
  });
});
