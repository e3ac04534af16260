import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import { type AgmlEvent } from "../../lib/train";
import { mnistNetwork } from "../../lib/networks";
import { temporaryFolder } from "../support/temporary";
import { fewDigits, finished, noValidation, outcome, small } from "./fewDigits";

describe("a run stops", () => {
  it("when it is told to, wherever it is", async () => {
    await useEngine("wasm");
    for (const kind of ["started", "graph", "triplets", "epoch"]) {
      const stop = new AbortController();
      const { events } = await outcome(small, {
        signal: stop.signal,
        onEvent: (event) => {
          if (event.kind === kind) stop.abort();
        },
      });
      assert.equal(finished(events).stopReason, "aborted");
    }
  });

  it("early, and stays stopped when it is taken up again", async (t) => {
    await useEngine("wasm");
    const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
    const options = { ...small, learningRate: 0, metricIterations: 0, patience: 1 };
    const first = await outcome(options, { checkpoint });
    const second = await outcome(options, { checkpoint });
    for (const { events } of [first, second]) {
      assert.equal(finished(events).stopReason, "early-stop");
      assert.equal(finished(events).epoch, 2);
    }
    assert.deepEqual(second.embeddings, first.embeddings);
  });

  it("early, and says why when the network breaks", async () => {
    await useEngine("wasm");
    const early = await outcome({ ...small, learningRate: 0, metricIterations: 0, patience: 2 });
    const { stopReason, epoch, bestEpoch, explanation } = finished(early.events);
    assert.deepEqual([stopReason, epoch, bestEpoch], ["early-stop", 3, 1]);
    assert.match(explanation, /No better validation score in 2 epochs\. The model of epoch 1 is kept\./);
    const broken = await outcome({ ...small, learningRate: 1e30 });
    assert.match(finished(broken.events).stopReason, /not-finite|collapsed/);
    assert.match(finished(broken.events).explanation, /In epoch 1 .*Lower the learning rate/);
  });

  it("with the last whole model where no images choose one, also the start", async () => {
    await useEngine("wasm");
    const oneEpoch = await outcome({ ...small, epochs: 1, epochsPerPartition: 1 }, noValidation);
    // Each new partition has a learning rate 1e30 times the last one's.
    const torn = { ...small, epochs: 3, epochsPerPartition: 1, learningRateDecay: 1e30 };
    const second = await outcome(torn, noValidation);
    assert.match(finished(second.events).explanation, /In epoch 2 .* The model of epoch 1 is kept\./);
    assert.deepEqual(second.embeddings, oneEpoch.embeddings);
    const untrained = await outcome({ ...small, epochs: 0 }, noValidation);
    const first = await outcome({ ...small, learningRate: 1e30 }, noValidation);
    assert.match(finished(first.events).explanation, /The model is the one from before the first epoch\./);
    assert.deepEqual(first.embeddings, untrained.embeddings);
  });

  it("when all embeddings become one point", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const constant = () => {
      const network = mnistNetwork({ seed: 1 });
      const bias = network.parameters.bias4;
      tf.tidy(() => {
        bias.assign(tf.fill(bias.shape, 1e6));
      });
      return network;
    };
    const events: AgmlEvent[] = [];
    const model = new AGML({ ...small, network: constant });
    await model.fit(images, labels, { onEvent: (event) => events.push(event) });
    model.dispose();
    assert.equal(finished(events).stopReason, "collapsed");
    assert.match(finished(events).explanation, /In epoch 1 all embeddings became one point/);
  });
});
