import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../lib/core";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import { linear, mlp } from "../../lib/networks";
import type { AgmlEvent, FitOptions } from "../../lib/train";

/** Two classes that differ in their first number only; every second example keeps its label. */
const x = Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? 1 : -1, Math.sin(i), Math.cos(3 * i)]);
const truth = x.map((_, i) => i % 2);
const labels = truth.map((label, i) => (i < 20 ? label : -1));
const small = { seed: 1, epochs: 1, k: 4, partitionSize: 20 };

/** What a run of AGML said, and its model. */
async function run(options: object, fit: FitOptions & { x?: number[][]; labels?: number[] } = {}) {
  const { x: examples = x, labels: known = labels, ...rest } = fit;
  const events: AgmlEvent[] = [];
  const model = await new AGML({ ...small, ...options }).fit(examples, known, {
    ...rest,
    onEvent: (event) => events.push(event),
  });
  const undone = events.flatMap((event) => (event.kind === "pretraining-undone" ? [event.explanation] : []));
  return { model, events, undone };
}

describe("before the first epoch", () => {
  before(() => useEngine("cpu"));

  it("pretraining that ruins the embeddings is undone, and training goes on from the start", async () => {
    const given = { network: mlp([8]), pretrainingEpochs: 30, metricIterations: 0, learningRate: 0 };
    const { model, events, undone } = await run({ ...given, pretrainingLearningRate: 1e38 });
    assert.equal(undone.length, 1);
    assert.match(
      undone[0],
      /undone, because (all embeddings became one point|the embeddings were no longer)/,
    );
    assert.equal(events.at(-1)?.kind, "finished");
    const { model: untrained } = await run({ ...given, pretrainingEpochs: 0 });
    assert.deepEqual(model.transform(x).arraySync(), untrained.transform(x).arraySync());
  });

  it("pretraining that is worse on the validation images is undone, and one that is better is kept", async () => {
    const validation = { images: x.slice(20), labels: truth.slice(20) };
    const given = { network: linear(2), epochs: 0, pretrainingEpochs: 40, pretrainingLearningRate: 0.05 };
    const score = ({ events }: { events: AgmlEvent[] }) => {
      const start = events.find((event) => event.kind === "evaluation")!;
      return start.metrics.nmi + start.metrics.recall[1];
    };
    const untrained = await run({ ...given, pretrainingEpochs: 0 }, { validation });
    // Labels by the third number, which has nothing to do with the classes.
    const misled = x.map(([, , third], i) => (i < 20 ? Number(third > 0) : -1));
    const worse = await run(given, { validation, labels: misled });
    assert.match(worse.undone[0], /because NMI \+ Recall@1 on the validation images had been better before/);
    assert.equal(score(worse), score(untrained));
    const better = await run(given, { validation });
    assert.deepEqual(better.undone, []);
    assert.ok(score(better) > score(untrained), `${score(better)} > ${score(untrained)}`);
  });

  it("frees what it has compared with", async () => {
    const count = async () => {
      const { model } = await run({ network: mlp([8]), pretrainingEpochs: 5, pretrainingLearningRate: 1e38 });
      model.dispose();
      return tf.memory().numTensors;
    };
    const first = await count();
    assert.equal(await count(), first);
  });

  it("examples that are all equal are refused in the method's name, not in that of a step", async () => {
    const same = x.map(() => [1, 2, 3]);
    const validation = { images: same, labels: truth };
    for (const pretrainingEpochs of [0, 1])
      for (const fit of [{}, { validation }])
        await assert.rejects(run({ pretrainingEpochs }, { ...fit, x: same }), (error: unknown) => {
          assert.ok(error instanceof UserError);
          assert.match(
            error.message,
            /^AGML: the network gives all examples the same embedding before training/,
          );
          return true;
        });
  });

  it("examples too large to compute with are refused", async () => {
    const large = x.map((row) => row.map((value) => 1e38 * value));
    await assert.rejects(
      run({ network: linear(2) }, { x: large }),
      /^UserError: AGML: .* not finite before training/,
    );
  });
});
