import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { PNG } from "pngjs";
import * as tf from "@tensorflow/tfjs-core";
import { imageGrid, memoryReport, resultFrame, showTraining, summarizeResults, useEngine } from "../../lib";
import type { ResultRow, TrainingEvent } from "../../lib";

const DISPLAY = Symbol.for("Jupyter.display");
type Bundle = Record<string, unknown>;
const bundleOf = (value: object) => (value as { [DISPLAY](): Bundle })[DISPLAY]();

describe("imageGrid", () => {
  it("shows chosen images as a picture with a caption", () => {
    const images = {
      data: Uint8Array.of(0, 100, 200),
      shape: [3, 1, 1, 1] as [number, number, number, number],
    };
    const grid = imageGrid(images, { positions: [2, 1], title: "<two>" });
    const bundle = bundleOf(grid);
    assert.equal(bundle["text/plain"], "<two>: 2 images, 1 × 1 × 1");
    assert.match(String(bundle["text/html"]), /&lt;two&gt;/);
    const { width, height, data } = PNG.sync.read(grid.png);
    assert.equal(width, 3 * height);
    assert.deepEqual([data[0], data[4 * (width - 1)]], [200, 100]);
  });

  it("refuses what is no picture", () => {
    const images = { data: new Uint8Array(2), shape: [1, 1, 1, 2] as [number, number, number, number] };
    assert.throws(() => imageGrid(images), /imageGrid: images must have 1, 3 or 4 channels, got 2/);
  });
});

describe("memoryReport", () => {
  it("counts tensors", async () => {
    await useEngine("cpu");
    const before = memoryReport();
    const tensor = tf.zeros([256, 1024]);
    const now = memoryReport();
    tensor.dispose();
    assert.equal(now.tensors - before.tensors, 1);
    assert.equal(now.tensorBytes - before.tensorBytes, 2 ** 20);
    assert.match(String(now), /^\d+ tensors? in .* MB \(engine cpu\), heap/);
    assert.equal(bundleOf(now)["text/plain"], String(now));
  });
});

const row = (method: string, seed: number, value: number, k: number | null = null): ResultRow => ({
  dataset: "mnist",
  method,
  seed,
  metric: k === null ? "nmi" : "recall",
  k,
  value,
});

describe("results over seeds", () => {
  const rows = [row("AGML", 1, 0.4), row("AGML", 2, 0.5), row("AGML", 1, 0.9, 1), row("Initial", 1, 0.3)];

  it("are summarized by mean and sample deviation", () => {
    const [nmi, recall] = summarizeResults(rows);
    assert.ok(Math.abs(nmi.mean - 0.45) < 1e-12);
    assert.ok(Math.abs(nmi.deviation - Math.sqrt(0.005)) < 1e-12);
    assert.deepEqual([nmi.seeds, recall.seeds, recall.deviation, recall.k], [2, 1, 0, 1]);
  });

  it("become a table in percent", async () => {
    const frame = await resultFrame(rows);
    assert.deepEqual(frame.columns, ["dataset", "method", "seeds", "NMI", "R@1"]);
    assert.deepEqual((frame.values as unknown[][])[0], ["mnist", "AGML", 2, "45.0 ± 7.1", "90.0"]);
  });
});

async function* threeEpochs(): AsyncGenerator<TrainingEvent> {
  for (let epoch = 1; epoch <= 3; epoch++) {
    for (let batch = 1; batch <= 2; batch++) {
      yield { kind: "batch", epoch, batch, batches: 2, loss: 1 / epoch, spread: 0.5 };
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
