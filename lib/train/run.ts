import * as tf from "@tensorflow/tfjs-core";
import { random } from "../core/values";
import { eventLoopYielder } from "../core";
import { evaluateEmbeddings } from "../evaluate";
import type { NamedArray } from "../io/files";
import { embed, preprocessImages, selectExamples, type Examples } from "../networks";
import { choices, type ChooseBy, type ValidationMetrics } from "./chooseBy";
import { writeCheckpoint, type RunIdentity } from "./checkpoint";
import { drawPartition } from "./drawPartition";
import { eventsOf } from "./eventsOf";
import type { EpochRow, TrainingEvent, TrainingStop } from "./events";
import type { Constraints, Partition } from "./learning";
import type { Method } from "./method";
import { minerContext } from "./minerContext";
import { learnedArrays, type DeepModel } from "./model";
import type { RunningOptimizer } from "./optimizers/optimizer";
import { lossStateArrays, nextLossState, type LossState } from "./lossState";
import type { Progress } from "./progress";
import { drawBatches } from "./samplers";
import { scheduleFactor } from "./schedules";
import { seedOf } from "./seeds";
import { breakdown, sampleSpread } from "./stops";
import { trainBatch } from "./trainBatch";

/** Data to learn from, read and checked. */
export interface TrainingData {
  examples: Examples;
  /** −1 for unlabeled. */
  labels: Int32Array;
  trueLabels: ArrayLike<number> | undefined;
  validation: { images: Examples; labels: Int32Array } | undefined;
}

/** A run under way: what is learned, and how far it has come. */
export interface Run<C extends Constraints> {
  readonly method: Method<C>;
  readonly data: TrainingData;
  readonly signal: AbortSignal | undefined;
  readonly identity: RunIdentity;
  readonly file: string | undefined;
  readonly model: DeepModel;
  readonly optimizer: RunningOptimizer;
  readonly learningRate: number;
  /** Prepared validation images. */
  judged: TrainingData["validation"];
  progress: Progress;
  best: Record<string, NamedArray> | undefined;
  partition: Partition | undefined;
  constraints: C | undefined;
  /** What the loss learns and remembers, if it does. */
  lossState: LossState | undefined;
}

/** Writes the checkpoint, where there is a file for it. */
export async function* saveCheckpoint<C extends Constraints>(
  run: Run<C>,
): AsyncGenerator<TrainingEvent, void> {
  const { file, identity, progress, model, optimizer, constraints, lossState, best, method } = run;
  if (file === undefined) return;
  await writeCheckpoint(file, identity, progress, {
    model,
    optimizer: optimizer.state,
    constraints: constraints && method.learning.save(constraints),
    lossState: lossState && (await lossStateArrays(lossState)),
    best,
  });
  yield { kind: "checkpoint", path: file, epoch: progress.epoch };
}

/** Epoch after epoch until there is a reason to stop. */
export async function* runEpochs<C extends Constraints>(
  run: Run<C>,
): AsyncGenerator<TrainingEvent, TrainingStop> {
  const { epochs, patience } = run.method.settings;
  while (run.progress.epoch < epochs) {
    const { best, epoch } = run.progress;
    if (best && epoch - best.epoch >= patience) return "early-stop";
    yield* openPartition(run);
    const stop = yield* runEpoch(run);
    if (stop !== undefined) return stop;
    yield* saveCheckpoint(run);
  }
  return "completed";
}

/** Draws and mines the partition of the next epoch, unless it is open already. A resumed run has its constraints from the checkpoint. */
async function* openPartition<C extends Constraints>(run: Run<C>): AsyncGenerator<TrainingEvent, void> {
  const { method, model, data, signal } = run;
  const { settings, learning } = method;
  const { seed, epochs, epochsPerPartition } = settings;
  const { epoch } = run.progress;
  const isNew = epoch % epochsPerPartition === 0;
  if (!isNew && run.partition && run.constraints) return;
  const number = Math.floor(epoch / epochsPerPartition);
  const positions = drawPartition(data.labels, number, settings);
  const of = (values: ArrayLike<number>) => positions.map((i) => values[i]);
  const partition: Partition = {
    examples: await preprocessImages(selectExamples(data.examples, positions), model.preprocessing),
    labels: of(data.labels),
    ...(data.trueLabels && { trueLabels: of(data.trueLabels) }),
  };
  run.partition = partition;
  yield {
    kind: "partition",
    partition: number + 1,
    partitions: Math.ceil(epochs / epochsPerPartition),
    size: positions.length,
    positions,
  };
  if (!isNew && run.constraints) return;
  run.constraints = yield* eventsOf<TrainingEvent, C>(async (report) => {
    const { context, knownGraph } = await minerContext(model, partition, {
      seed: seedOf(seed, "miner", number),
      epoch: epoch + 1,
      signal,
      report,
    });
    const constraints = await learning.mine(context);
    report(learning.minedEvent(constraints, partition, knownGraph()));
    return constraints;
  });
  run.lossState = nextLossState(run.lossState, {
    learning,
    optimizer: method.optimizer,
    constraints: run.constraints,
    labels: partition.labels,
    metric: model.metric.shape,
    random: random(seedOf(seed, "loss", number)),
  });
}

/** One epoch, with the metric where it is learned on whole partitions. Returns why the run must stop, if it must. */
async function* runEpoch<C extends Constraints>(
  run: Run<C>,
): AsyncGenerator<TrainingEvent, TrainingStop | undefined> {
  const { method, model, optimizer, judged, signal } = run;
  const { epochs, epochsPerPartition, chooseBy } = method.settings;
  const epoch = run.progress.epoch + 1;
  const began = performance.now();
  if (method.learnMetric) {
    const metric = await method.learnMetric(model, run.partition!.examples, run.constraints!, signal);
    model.metric.dispose();
    model.metric = metric;
    yield { kind: "metric", epoch, elapsedMs: performance.now() - began };
  }
  const { loss, spread, stop } = yield* trainEpoch(run, epoch);
  if (stop !== undefined) return stop;
  const metrics = judged && (await judge(model, judged, method.settings));
  const row: EpochRow = {
    epoch,
    partition: Math.floor((epoch - 1) / epochsPerPartition) + 1,
    loss,
    spread,
    learningRate: optimizer.learningRate,
    ...(metrics && { nmi: metrics.nmi, recallAt1: metrics.recall[1] }),
    ...(metrics?.mapAtR !== undefined && { mapAtR: metrics.mapAtR }),
  };
  yield { kind: "epoch", ...row, epochs, elapsedMs: performance.now() - began };
  const score = metrics ? choices[chooseBy].score(metrics) : epoch;
  const { best, history } = run.progress;
  const isBest = !best || score > best.score;
  if (isBest) run.best = await learnedArrays(model);
  run.progress = { epoch, best: isBest ? { epoch, score } : best, history: [...history, row] };
  if (metrics) yield { kind: "evaluation", epoch, metrics, best: isBest, chooseBy };
  return undefined;
}

/** The mini-batches of an epoch. Returns the means, and why it stopped before its end. */
async function* trainEpoch<C extends Constraints>(
  run: Run<C>,
  epoch: number,
): AsyncGenerator<TrainingEvent, { loss: number; spread: number; stop?: TrainingStop }> {
  const { method, model, optimizer, learningRate, signal, partition, constraints } = run;
  const { seed, batchSize, epochs, epochsPerPartition } = method.settings;
  const drawn = drawBatches(method.sampler, {
    count: constraints!.count,
    batchSize,
    classes: method.learning.classes(constraints!, partition!.labels),
    random: random(seedOf(seed, "epoch", epoch)),
  });
  const noise = random(seedOf(seed, "augment", epoch));
  const batches = drawn.length;
  const mean = { loss: 0, spread: 0 };
  // Synchronous engines never yield by themselves; yield here so that an abort is noticed.
  const yieldToEventLoop = eventLoopYielder();
  for (let batch = 1; batch <= batches; batch++) {
    await yieldToEventLoop();
    if (signal?.aborted) return { ...mean, stop: "aborted" };
    const done = epoch - 1 + (batch - 1) / batches;
    optimizer.learningRate =
      learningRate *
      scheduleFactor(method.schedule, {
        done: done / epochs,
        epochs: done,
        partitions: Math.floor((epoch - 1) / epochsPerPartition),
      });
    const outcome = await trainBatch(
      method,
      { model, optimizer, lossState: run.lossState },
      partition!,
      constraints!,
      drawn[batch - 1],
      noise,
      batch - 1,
      seedOf(seed, "batch", (epoch - 1) * batches + batch),
    );
    const stop = breakdown(outcome.spread);
    if (stop) return { ...mean, stop };
    mean.loss += outcome.loss / batches;
    mean.spread += outcome.spread / batches;
    yield { kind: "batch", epoch, epochs, batch, batches, ...outcome };
  }
  const stop = breakdown(await sampleSpread(model, partition!.examples));
  return { ...mean, ...(stop && { stop }) };
}

/** The measures of zL on prepared examples. */
export async function judge(
  { network, metric }: DeepModel,
  { images, labels }: { images: Examples; labels: Int32Array },
  { seed, chooseBy }: { seed: number; chooseBy: ChooseBy },
): Promise<ValidationMetrics> {
  const embeddings = tf.tidy(() => tf.matMul<tf.Tensor2D>(embed(network, images), metric));
  try {
    return await evaluateEmbeddings(embeddings, labels, {
      metrics: ["nmi", "recall", ...(chooseBy === "mapAtR" ? (["mapAtR"] as const) : [])],
      recallAt: [1],
      restarts: 3,
      seed,
    });
  } finally {
    embeddings.dispose();
  }
}
