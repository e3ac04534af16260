import * as tf from "@tensorflow/tfjs-core";
import { breather } from "../core/yieldToEventLoop";
import type { NamedArray } from "../io/files/safetensors";
import { random } from "../core/values/random";
import { selectImages, type Images, type LabeledImages } from "../datasets/images/images";
import { requireEngine } from "../engine/requireEngine";
import { evaluateEmbeddings } from "../evaluate";
import { embed } from "../networks/embed";
import type { MakeNetwork } from "../networks/parameters";
import { preprocessImages } from "../networks/preprocessing";
import { fingerprint, readCheckpoint, under, whole, writeCheckpoint, type Checkpoint } from "./checkpoint";
import type { BatchOutcome, Constraints, DeepMethod, Learner, Partition } from "./deepMethod";
import { drawPartition } from "./drawPartition";
import type { TrainingEvent, TrainingStop, ValidationMetrics } from "./events";
import type { FitOptions } from "./fitOptions";
import { checkLearned, disposeModel, learnedArrays, restoreLearned, type DeepModel } from "./model";
import type { Progress } from "./progress";
import { seedOf } from "./seeds";
import type { Sgd } from "./sgd";
import { pretrainLabeled, startModel, startOptimizer } from "./start";
import { breakdown, explain, sampleSpread } from "./stops";
import type { TrainingSettings } from "./trainingOptions";

/**
 * The run of a deep method as a stream of events; `keep` is given the model before the last one. On random partitions of the data
 * constraints are prepared, then learned from in epochs of mini-batches (for AGML: paper §2, Algorithm 1).
 */
export async function* deepSteps<Options, Settings extends TrainingSettings, C extends Constraints>(
  method: DeepMethod<Options, Settings, C>,
  settings: Settings,
  makeNetwork: MakeNetwork,
  images: Images,
  labels: Int32Array,
  options: FitOptions,
  keep: (model: DeepModel) => void,
): AsyncGenerator<TrainingEvent, void> {
  const { seed, epochs, epochsPerPartition } = settings;
  const { signal, checkpoint: file, validation } = options;
  requireEngine(method.name);
  const data = file === undefined ? "" : fingerprint({ images, labels }, ...(validation ? [validation] : []));
  const run = { method: method.name, settings, data };
  const saved = file === undefined ? undefined : await readCheckpoint(file, run);
  const startMetric = (d: number) => method.startMetric(d, settings);
  const model = yield* startModel(method.name, settings, makeNetwork, startMetric, images, saved, signal);
  const restored = restoreRun(method, settings, model, labels, saved);
  const learner = { model, optimizer: restored.optimizer };
  const { learningRate = method.learningRate(model.network.name) } = settings;
  let progress: Progress = saved?.progress ?? { epoch: 0, best: undefined, history: [] };
  let { best, constraints } = restored;
  let stop: TrainingStop = "completed";
  let kept = false;

  async function* keepCheckpoint(): AsyncGenerator<TrainingEvent, void> {
    if (file === undefined) return;
    await writeCheckpoint(file, run, progress, {
      model,
      velocities: learner.optimizer.velocities,
      constraints,
      best,
    });
    yield { kind: "checkpoint", path: file, epoch: progress.epoch };
  }

  try {
    yield {
      kind: "started",
      engine: tf.getBackend(),
      images: images.shape[0],
      labeled: labels.filter((label) => label >= 0).length,
      classes: new Set(labels.filter((label) => label >= 0)).size,
      parameters: Object.values(model.network.parameters).reduce(
        (sum, { size }) => sum + size,
        model.metric.size,
      ),
      epoch: progress.epoch,
    };
    try {
      const judged = validation && {
        images: await preprocessImages(validation.images, model.preprocessing),
        labels: validation.labels,
      };
      if (!saved) {
        yield* pretrainLabeled(settings, model, images, labels, signal);
        if (judged)
          yield { kind: "evaluation", epoch: 0, metrics: await judge(model, judged, seed), best: false };
        best = await learnedArrays(model);
        yield* keepCheckpoint();
      }

      let part: Partition | undefined;
      while (progress.epoch < epochs) {
        if (progress.best && progress.epoch - progress.best.epoch >= settings.patience) {
          stop = "early-stop";
          break;
        }
        const epoch = progress.epoch + 1;
        const partition = Math.floor((epoch - 1) / epochsPerPartition);
        const isNew = (epoch - 1) % epochsPerPartition === 0;
        if (isNew || !part || !constraints) {
          const positions = drawPartition(labels, partition, settings);
          const of = (values: ArrayLike<number>) => positions.map((i) => values[i]);
          part = {
            images: await preprocessImages(selectImages(images, positions), model.preprocessing),
            labels: of(labels),
            ...(options.trueLabels && { trueLabels: of(options.trueLabels) }),
          };
          const partitions = Math.ceil(epochs / epochsPerPartition);
          yield {
            kind: "partition",
            partition: partition + 1,
            partitions,
            size: positions.length,
            positions,
          };
          if (isNew || !constraints) {
            constraints = yield* method.prepare(model.network, part, settings, signal);
          }
        }
        learner.optimizer.learningRate = learningRate * settings.learningRateDecay ** partition;
        const began = performance.now();
        if (method.learnMetric) {
          await method.learnMetric(learner, part.images, constraints, settings, signal);
          yield { kind: "metric", epoch, elapsedMs: performance.now() - began };
        }
        const teach = (chosen: Int32Array) =>
          method.trainBatch(learner, part!.images, constraints!, chosen, settings);
        const { loss, spread, ...ended } = yield* trainEpoch(
          learner,
          part.images,
          constraints.count,
          teach,
          epoch,
          settings,
          signal,
        );
        stop = ended.stop ?? stop;
        if (ended.stop !== undefined) break;

        const metrics = judged && (await judge(model, judged, seed));
        const row = {
          epoch,
          partition: partition + 1,
          loss,
          spread,
          learningRate: learner.optimizer.learningRate,
          ...(metrics && { nmi: metrics.nmi, recallAt1: metrics.recall[1] }),
        };
        yield { kind: "epoch", ...row, epochs, elapsedMs: performance.now() - began };
        const score = metrics ? metrics.nmi + metrics.recall[1] : epoch;
        const isBest = !progress.best || score > progress.best.score;
        if (isBest) best = await learnedArrays(model);
        progress = {
          epoch,
          best: isBest ? { epoch, score } : progress.best,
          history: [...progress.history, row],
        };
        if (metrics) yield { kind: "evaluation", epoch, metrics, best: isBest };
        yield* keepCheckpoint();
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
      stop = "aborted";
    }
    // Stopped on request without images to choose by, or before any epoch's end, the model stays as it is.
    const isChosen = stop !== "aborted" || (validation && progress.best);
    if (isChosen && best) restoreLearned(model, best);
    keep(model);
    kept = true;
    const bestEpoch = progress.best?.epoch ?? 0;
    const explanation = explain(stop, progress.epoch, isChosen && bestEpoch, settings);
    yield {
      kind: "finished",
      stopReason: stop,
      explanation,
      epoch: progress.epoch,
      bestEpoch,
      history: progress.history,
    };
  } finally {
    learner.optimizer.dispose();
    if (!kept) disposeModel(model);
  }
}

/** The optimiser, and what a checkpoint holds besides the model. Where it does not fit, the model is freed too. */
function restoreRun<Options, Settings extends TrainingSettings, C extends Constraints>(
  method: DeepMethod<Options, Settings, C>,
  settings: Settings,
  model: DeepModel,
  labels: Int32Array,
  saved: Checkpoint | undefined,
): { optimizer: Sgd; best: Record<string, NamedArray> | undefined; constraints: C | undefined } {
  try {
    if (!saved) {
      return { optimizer: startOptimizer(settings, model, saved), best: undefined, constraints: undefined };
    }
    return whole(method.name, saved.file, () => {
      const best = under("best", saved.arrays) ?? {};
      checkLearned(model, best);
      const arrays = under("constraints", saved.arrays);
      const limits = {
        images: drawPartition(labels, 0, settings).length,
        dimension: model.network.dimension,
      };
      const constraints = arrays && method.restoreConstraints(arrays, limits);
      return { optimizer: startOptimizer(settings, model, saved), best, constraints };
    });
  } catch (error) {
    disposeModel(model);
    throw error;
  }
}

/** An epoch: the constraints in random order, a mini-batch at a time. Returns the means, and why it stopped before its end. */
async function* trainEpoch(
  { model }: Learner,
  images: Images,
  count: number,
  teach: (chosen: Int32Array) => Promise<BatchOutcome>,
  epoch: number,
  { seed, batchSize }: TrainingSettings,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrainingEvent, { loss: number; spread: number; stop?: TrainingStop }> {
  const order = random(seedOf(seed, "epoch", epoch)).shuffle(Int32Array.from({ length: count }, (_, i) => i));
  const batches = Math.ceil(count / batchSize);
  const mean = { loss: 0, spread: 0 };
  // Where an engine answers at once, nothing else would let a request to stop arrive.
  const breathe = breather();
  for (let batch = 1; batch <= batches; batch++) {
    await breathe();
    if (signal?.aborted) return { ...mean, stop: "aborted" };
    const outcome = await teach(order.subarray((batch - 1) * batchSize, batch * batchSize));
    const stop = breakdown(outcome.spread);
    if (stop) return { ...mean, stop };
    mean.loss += outcome.loss / batches;
    mean.spread += outcome.spread / batches;
    yield { kind: "batch", epoch, batch, batches, ...outcome };
  }
  const stop = breakdown(await sampleSpread(model, images));
  return { ...mean, ...(stop && { stop }) };
}

/** Recall@1 and NMI of zL on prepared images. */
async function judge(
  { network, metric }: DeepModel,
  { images, labels }: LabeledImages,
  seed: number,
): Promise<ValidationMetrics> {
  const embeddings = tf.tidy(() => tf.matMul<tf.Tensor2D>(embed(network, images), metric));
  try {
    return await evaluateEmbeddings(embeddings, labels, {
      metrics: ["nmi", "recall"],
      recallAt: [1],
      restarts: 3,
      seed,
    });
  } finally {
    embeddings.dispose();
  }
}
