import { existsSync } from "node:fs";
import path from "node:path";
import { drainAsync, eventLoopYielder } from "../core";
import {
  featureDataset,
  loadDataset,
  loadFeatures,
  selectImages,
  type Dataset,
  type FeatureDataset,
  type LabeledFeatures,
  type LabeledImages,
} from "../datasets";
import { useEngine, type EngineName } from "../engine";
import { leading, selectExamples, sequential } from "../networks";
import { runExperiment } from "./experiment";
import { type TrainingEvent } from "../train";
import type { FinishedCell } from "./cellRecord";
import { deepMethodOf, type GridCell } from "./grid";
import { provenance } from "./provenance";

/** A cell to run, and how to run it. */
export interface CellTask {
  cell: GridCell;
  /** Where the checkpoint, model and results of this run go. */
  folder: string;
  engine: EngineName;
  /** The number of threads that the engine may use; null leaves it to the engine. */
  threads: number | null;
}

/** Runs a cell in this process, resuming from the last checkpoint in its folder. `onProgress` gets the finished share, in [0, 1]. */
export async function runGridCell(
  task: CellTask,
  onProgress: (share: number) => void,
): Promise<FinishedCell> {
  const { cell, folder, threads } = task;
  const began = new Date();
  const resumed = ["checkpoint.safetensors", "results.json"].some((name) =>
    existsSync(path.join(folder, name)),
  );
  const engine = await useEngine(task.engine);
  const dataset = await datasetOf(cell);
  const { leading: directions } = cell;
  const run = runExperiment({
    dataset,
    method: deepMethodOf(cell),
    labeledPerClass: cell.labeledPerClass,
    options: {
      ...cell.options,
      ...(directions !== undefined && { network: sequential([leading(directions)]) }),
    },
    folder,
  });
  // Synchronous engines never yield; yield here so that messages are sent and the end of the parent process is noticed.
  const yieldToEventLoop = eventLoopYielder();
  const report = (event: TrainingEvent) => {
    const share = shareDone(event);
    if (share !== undefined) onProgress(share);
  };
  // A run without a result is one that a signal aborted. There is no signal here: the whole process is killed instead.
  const result = (await drainAsync(run, report, yieldToEventLoop))!;
  const { labeledPerClass, validation, settings, parts, stopReason, epochs, bestEpoch, rows, history } =
    result;
  const { id, table, scale, method, file, features, seed, options } = cell;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    status: "finished",
    id,
    table,
    scale,
    dataset: cell.dataset,
    method,
    ...(file !== undefined && { file }),
    ...(features && { features }),
    seed,
    images: { train: dataset.train.labels.length, test: dataset.test.labels.length },
    labeledPerClass,
    validation,
    options,
    settings,
    ...(parts && { parts }),
    ...provenance(engine, threads),
    started: began.toISOString(),
    elapsedMs: Date.now() - began.getTime(),
    cpuMs: Math.round((userCPUTime + systemCPUTime) / 1000),
    peakMemory: 1024 * maxRSS,
    resumed,
    stopReason,
    epochs,
    bestEpoch,
    rows,
    history,
  };
}

/** Counts epochs only: training takes most of a run. */
function shareDone(event: TrainingEvent): number | undefined {
  if (event.kind === "batch") return (event.epoch - 1 + event.batch / event.batches) / event.epochs;
  return event.kind === "epoch" ? event.epoch / event.epochs : undefined;
}

/** The images of a cell, or its features. */
async function datasetOf({ dataset: name, images, features }: GridCell): Promise<Dataset | FeatureDataset> {
  if (features === undefined) return thinDataset(await loadDataset(name), images);
  const dataset = featureDataset(await loadFeatures(features.file), {
    test: "classes",
    name,
    source: features.file,
  });
  return {
    ...dataset,
    train: thinFeatures(dataset.train, images.train),
    test: thinFeatures(dataset.test, images.test),
  };
}

/** A smaller data set: at most the given numbers of images, evenly spaced, because the two halves of MNIST's test set differ in difficulty. */
function thinDataset(dataset: Dataset, { train, test }: { train: number; test: number }): Dataset {
  return { ...dataset, train: thin(dataset.train, train), test: thin(dataset.test, test) };
}

function thin(part: LabeledImages, count: number): LabeledImages {
  if (count >= part.labels.length) return part;
  const positions = evenly(part.labels.length, count);
  return { images: selectImages(part.images, positions), labels: positions.map((i) => part.labels[i]) };
}

function thinFeatures({ features, labels }: LabeledFeatures, count: number): LabeledFeatures {
  if (count >= labels.length) return { features, labels };
  const positions = evenly(labels.length, count);
  const { data } = selectExamples(features, positions);
  return {
    features: { data: data as Float32Array, shape: [count, features.shape[1]] },
    labels: positions.map((i) => labels[i]),
  };
}

const evenly = (length: number, count: number) =>
  Int32Array.from({ length: count }, (_, i) => Math.floor((i * length) / count));
