import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import type { AgmlEvent, Optimizer } from "../../lib/train";
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

  it("with what it has learned when it is told to in the first epoch", async () => {
    await useEngine("wasm");
    const stop = new AbortController();
    const { events, embeddings } = await outcome(small, {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.kind === "batch" && event.batch === 2) stop.abort();
      },
    });
    assert.equal(finished(events).explanation, "Stopped on request after 0 epochs.");
    assert.notDeepEqual(embeddings, (await outcome({ ...small, epochs: 0 })).embeddings);
  });

  it("early, and stays stopped when it is taken up again", async (t) => {
    await useEngine("wasm");
    const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
    const options = { ...small, learningRate: 0, metricIterations: 0, patience: 1 };
    const first = await outcome(options, { checkpoint });
    const second = await outcome(options, { checkpoint });
    for (const { events } of [first, second]) {
      assert.equal(finished(events).stopReason, "early-stop");
      assert.equal(finished(events).epoch, 1);
    }
    assert.deepEqual(second.embeddings, first.embeddings);
  });

  it("early, and says why when the network breaks", async () => {
    await useEngine("wasm");
    const early = await outcome({ ...small, learningRate: 0, metricIterations: 0, patience: 2 });
    const { stopReason, epoch, bestEpoch, explanation } = finished(early.events);
    assert.deepEqual([stopReason, epoch, bestEpoch], ["early-stop", 2, 0]);
    assert.match(
      explanation,
      /No better validation score in 2 epochs\. No epoch was better than the start on the validation images, by NMI \+ Recall@1: the model from before the first epoch is kept\./,
    );
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

  it("with the start where training only makes it worse, also after it is taken up again", async (t) => {
    await useEngine("wasm");
    const untrained = await outcome({ ...small, epochs: 0 });
    const harmful = { ...small, learningRate: 0.3 };
    const { events, embeddings } = await outcome(harmful);
    const scores = events.flatMap((event) =>
      event.kind === "evaluation" ? [event.metrics.nmi + event.metrics.recall[1]] : [],
    );
    assert.ok(Math.max(...scores.slice(1)) < scores[0], scores.join(" "));
    assert.equal(finished(events).bestEpoch, 0);
    assert.match(finished(events).explanation, /No epoch was better than the start/);
    assert.deepEqual(embeddings, untrained.embeddings);
    const checkpoint = path.join(temporaryFolder(t), "checkpoint.safetensors");
    const stop = new AbortController();
    await outcome(harmful, {
      checkpoint,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.kind === "checkpoint" && event.epoch === 2) stop.abort();
      },
    });
    const resumed = await outcome(harmful, { checkpoint });
    assert.equal(finished(resumed.events).bestEpoch, 0);
    assert.deepEqual(resumed.embeddings, untrained.embeddings);
  });

  it("with the epoch that is best by the measure of chooseBy", async () => {
    await useEngine("wasm");
    const { events } = await outcome({ ...small, chooseBy: "mapAtR" });
    const maps = events.flatMap((event) => (event.kind === "evaluation" ? [event.metrics.mapAtR!] : []));
    assert.ok(events.every((event) => event.kind !== "evaluation" || event.chooseBy === "mapAtR"));
    assert.equal(maps.length, 1 + small.epochs!);
    assert.equal(finished(events).bestEpoch, maps.indexOf(Math.max(...maps)));
    assert.deepEqual(
      finished(events).history.map(({ mapAtR }) => mapAtR),
      maps.slice(1),
    );
    assert.throws(
      () => new AGML({ chooseBy: "map" as never }),
      /AGML: chooseBy must be "nmi\+recall", "recall" or "mapAtR"/,
    );
  });

  it("when all embeddings become one point", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const ruin: Optimizer = {
      name: "ruin",
      settings: {},
      init: () => ({}),
      update: (_gradients, _state, { bias4 }) => {
        tf.tidy(() => {
          bias4.assign(tf.fill(bias4.shape, 1e6));
        });
      },
    };
    const events: AgmlEvent[] = [];
    const model = new AGML({ ...small, optimizer: ruin });
    await model.fit(images, labels, { onEvent: (event) => events.push(event) });
    model.dispose();
    assert.equal(finished(events).stopReason, "collapsed");
    assert.match(finished(events).explanation, /In epoch 1 all embeddings became one point/);
  });
});
