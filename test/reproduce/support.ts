import type { FinishedCell } from "../../lib/reproduce";
import type { GridCell } from "../../lib/reproduce";
import type { ResultRow } from "../../lib/evaluate";

const metrics = [
  ["nmi", null],
  ["recall", 1],
  ["recall", 2],
  ["recall", 4],
  ["recall", 8],
  ["mapAtR", null],
  ["rPrecision", null],
] as const;

/** The seven rows of a method, all with one value, in percent. */
export function rowsOf({ dataset, seed }: GridCell, method: string, percent: number): ResultRow[] {
  return metrics.map(([metric, k]) => ({ dataset, method, seed, metric, k, value: percent / 100 }));
}

/** A record as a worker makes it, with made-up numbers. */
export function finishedRecord(cell: GridCell, percent: number, initialPercent = 20): FinishedCell {
  const { id, table, scale, dataset, method, seed, labeledPerClass, options } = cell;
  return {
    status: "finished",
    id,
    table,
    scale,
    dataset,
    method,
    seed,
    images: { train: 400, test: 100 },
    labeledPerClass,
    validation: 0.15,
    options,
    settings: {
      seed,
      preprocessing: "auto",
      partitionSize: 40,
      epochsPerPartition: 1,
      epochs: 2,
      batchSize: 100,
      learningRate: undefined,
      learningRateDecay: 1,
      momentum: 0.9,
      weightDecay: 5e-4,
      pretrainingEpochs: 0,
      pretrainingLearningRate: 0.01,
      pretrainingMirror: false,
      chooseBy: "nmi+recall",
      patience: Infinity,
      views: 1,
    },
    engine: { name: "wasm", version: "4.22.0", device: "a processor, 1 thread" },
    threads: null,
    ssdml: "0.1.0",
    commit: null,
    node: "v20.0.0",
    platform: "linux x64",
    started: "2026-01-01T00:00:00.000Z",
    elapsedMs: 10_000,
    cpuMs: 12_000,
    peakMemory: 5e8,
    resumed: false,
    stopReason: "completed",
    epochs: 2,
    bestEpoch: 2,
    rows: [...rowsOf(cell, "Initial", initialPercent), ...rowsOf(cell, method, percent)],
    history: [],
  };
}
