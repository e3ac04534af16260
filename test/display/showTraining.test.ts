import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { showTraining } from "../../lib";
import type { TrainingEvent } from "../../lib";

type Bundle = Record<string, unknown>;
async function* threeEpochs(): AsyncGenerator<TrainingEvent> {
  for (let epoch = 1; epoch <= 3; epoch++) {
    for (let batch = 1; batch <= 2; batch++) {
      yield { kind: "batch", epoch, epochs: 3, batch, batches: 2, loss: 1 / epoch, spread: 0.5 };
      await Promise.resolve();
    }
    const learned = { loss: 1 / epoch, spread: 0.5, learningRate: 1e-4, nmi: 0.5, recallAt1: 0.9 };
    yield { kind: "epoch", epoch, epochs: 3, partition: 1, elapsedMs: 10, ...learned };
    const metrics = { nmi: 0.5, recall: { 1: 0.9 } };
    yield { kind: "evaluation", epoch, metrics, best: epoch === 2 };
  }
  const explanation = "All 3 epochs are done. The model of epoch 2 is kept.";
  yield { kind: "finished", stopReason: "completed", explanation, epoch: 3, bestEpoch: 2, history: [] };
}

describe("showTraining", () => {
  const globals = globalThis as { display?: unknown };
  afterEach(() => {
    delete globals.display;
  });

  it("draws a bar that becomes a line, and curves that grow", async () => {
    const outputs: Bundle[][] = [];
    globals.display = (bundle: Bundle) => {
      const shown = [bundle];
      outputs.push(shown);
      return Promise.resolve({ update: (next: Bundle) => Promise.resolve(shown.push(next)) });
    };
    const log = await showTraining(threeEpochs());
    assert.equal(outputs.length, 2, "a bar and the curves");
    const [bar, curves] = outputs;
    assert.match(String(bar[0]["text/html"]), /<progress>/);
    const last = bar[bar.length - 1];
    assert.match(String(last["text/plain"]), /The model of epoch 2 is kept.*best so far: epoch 2, NMI 50\.0/);
    assert.doesNotMatch(String(last["text/html"]), /<progress/);
    assert.equal(curves.length, 3 + 1, "one for every epoch, and the last with a picture");
    assert.ok("image/png" in curves[3]);
    assert.ok(log.every(({ kind }) => (kind as string) !== "batch"));
  });

  it("prints a line an epoch where there is no notebook", async (t) => {
    const print = t.mock.method(console, "log", () => undefined);
    await showTraining(threeEpochs());
    const lines = print.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.equal(lines.length, 4);
    assert.match(lines[1], /^epoch 2\/3, loss 0\.5000/);
  });
});
