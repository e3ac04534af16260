import * as tf from "@tensorflow/tfjs-core";
import { check } from "../../common/errors";
import { random } from "../../common/random";
import { selectImages, type Images, type LabeledImages } from "../../datasets/images";
import { requireEngine } from "../../engine/requireEngine";
import { evaluateEmbeddings } from "../../evaluate";
import { euclidean, grassmann } from "../../manifold";
import { embed } from "../../networks/embed";
import { preprocessImages, subtractMean, whiten } from "../../networks/preprocessing";
import { sgd } from "../../train/sgd";
import { pretrain } from "../../train/softmaxPretraining";
import { selectTriplets } from "../../triplets";
import {
  assignAll,
  disposeModel,
  initialModel,
  learnedArrays,
  restoreLearned,
  restorePreprocessing,
  type AgmlModel,
  type MakeNetwork,
} from "./agmlModel";
import {
  fingerprint,
  readCheckpoint,
  savedTriplets,
  under,
  writeCheckpoint,
  type Checkpoint,
  type Progress,
} from "./checkpoint";
import type { AgmlEvent, TrainingStop, ValidationMetrics } from "./events";
import { drawPartition, minePartition } from "./minePartition";
import { agmlLearningRate, type AgmlSettings } from "./options";
import { seedOf } from "./seeds";
import { collapse, spreadOf, trainBatch, type Learner } from "./trainBatch";

export interface FitOptions {
  /** Images that the best epoch's model is chosen by. Without them the last epoch's is kept. */
  validation?: LabeledImages;
  /** The labels that learning must not see, to judge the mined triplets by. */
  trueLabels?: ArrayLike<number>;
  /** A file that the run's state is written to after every epoch. If it is there already, the run goes on from it. */
  checkpoint?: string;
  /** Ends the run after the current mini-batch; what was learned until then stays. */
  signal?: AbortSignal;
}

/**
 * Algorithm 1 (paper §2) as a stream of events; returns the model. On random partitions of the data: graph → affinities →
 * triplets, then epochs of mini-batches, each a few conjugate-gradient iterations on L and a step of SGD on θ.
 */
export async function* agmlSteps(
  settings: AgmlSettings,
  makeNetwork: MakeNetwork,
  images: Images,
  labels: Int32Array,
  options: FitOptions,
): AsyncGenerator<AgmlEvent, AgmlModel> {
  const { seed, epochs, epochsPerPartition, batchSize } = settings;
  const { signal, checkpoint: file, validation } = options;
  requireEngine("AGML");
  checkLabels(images, labels, options);
  const run = { settings, data: file === undefined ? "" : fingerprint(images, labels) };
  const saved = file === undefined ? undefined : await readCheckpoint(file, run);
  const model = await startModel(settings, makeNetwork, images, saved, signal);
  const learner = startLearner(settings, model, saved);
  const { learningRate = agmlLearningRate(model.network.name) } = settings;
  let progress: Progress = saved?.progress ?? { epoch: 0, best: undefined, history: [] };
  let best = saved && under("best", saved.arrays);
  let triplets = saved && savedTriplets(saved.arrays);
  let finished = false;

  async function* keepCheckpoint(): AsyncGenerator<AgmlEvent, void> {
    if (file === undefined) return;
    await writeCheckpoint(file, run, progress, {
      model,
      velocities: learner.optimizer.velocities,
      triplets,
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
    const judged = validation && {
      images: await preprocessImages(validation.images, model.preprocessing),
      labels: validation.labels,
    };
    if (!saved) {
      yield* pretrainLabeled(settings, model, images, labels, signal);
      if (judged)
        yield { kind: "evaluation", epoch: 0, metrics: await judge(model, judged, seed), best: false };
      yield* keepCheckpoint();
    }

    let stop: TrainingStop = "completed";
    let part: Images | undefined;
    while (progress.epoch < epochs && stop === "completed") {
      const epoch = progress.epoch + 1;
      const partition = Math.floor((epoch - 1) / epochsPerPartition);
      const isNew = (epoch - 1) % epochsPerPartition === 0;
      if (isNew || !part || !triplets) {
        const positions = drawPartition(labels, partition, settings);
        part = await preprocessImages(selectImages(images, positions), model.preprocessing);
        const partitions = Math.ceil(epochs / epochsPerPartition);
        yield { kind: "partition", partition: partition + 1, partitions, size: positions.length, positions };
        if (isNew || !triplets) {
          const ownLabels = positions.map((i) => labels[i]);
          const trueLabels = options.trueLabels && positions.map((i) => options.trueLabels![i]);
          triplets = yield* minePartition(model.network, part, ownLabels, settings, { trueLabels, signal });
        }
      }
      learner.optimizer.learningRate = learningRate * settings.learningRateDecay ** partition;
      const began = performance.now();
      const order = random(seedOf(seed, "epoch", epoch)).shuffle(
        Int32Array.from({ length: triplets.count }, (_, i) => i),
      );
      const batches = Math.ceil(triplets.count / batchSize);
      const sums = { loss: 0, spread: 0 };
      for (let batch = 1; batch <= batches; batch++) {
        if (signal?.aborted) {
          stop = "aborted";
          break;
        }
        const chosen = selectTriplets(triplets, order.subarray((batch - 1) * batchSize, batch * batchSize));
        const outcome = await trainBatch(learner, part, chosen, settings);
        stop = breakdown(outcome.spread) ?? stop;
        if (stop !== "completed") break;
        sums.loss += outcome.loss;
        sums.spread += outcome.spread;
        yield { kind: "batch", epoch, batch, batches, ...outcome };
      }
      if (stop === "completed") stop = breakdown(await sampleSpread(model, part)) ?? stop;
      if (stop !== "completed") break;

      const metrics = judged && (await judge(model, judged, seed));
      const row = {
        epoch,
        partition: partition + 1,
        loss: sums.loss / batches,
        spread: sums.spread / batches,
        learningRate: learner.optimizer.learningRate,
        ...(metrics && { nmi: metrics.nmi, recallAt1: metrics.recall[1] }),
      };
      yield { kind: "epoch", ...row, epochs, elapsedMs: performance.now() - began };
      const score = metrics ? metrics.nmi + metrics.recall[1] : epoch;
      const isBest = !progress.best || score > progress.best.score;
      if (isBest) best = metrics && (await learnedArrays(model));
      progress = {
        epoch,
        best: isBest ? { epoch, score } : progress.best,
        history: [...progress.history, row],
      };
      if (metrics) yield { kind: "evaluation", epoch, metrics, best: isBest };
      yield* keepCheckpoint();
      if (epoch - progress.best!.epoch >= settings.patience && epoch < epochs) stop = "early-stop";
    }
    if (best) restoreLearned(model, best);
    finished = true;
    const bestEpoch = progress.best?.epoch ?? 0;
    const explanation = explain(stop, progress, settings);
    yield {
      kind: "finished",
      stopReason: stop,
      explanation,
      epoch: progress.epoch,
      bestEpoch,
      history: progress.history,
    };
    return model;
  } finally {
    learner.optimizer.dispose();
    if (!finished) disposeModel(model);
  }
}

/** What is wrong with embeddings that are spread so, if anything. */
function breakdown(spread: number): TrainingStop | undefined {
  if (!Number.isFinite(spread)) return "not-finite";
  return spread > collapse ? undefined : "collapsed";
}

/** The spread of the first few images' embeddings. */
async function sampleSpread({ network }: AgmlModel, images: Images): Promise<number> {
  const few = Int32Array.from({ length: Math.min(200, images.shape[0]) }, (_, i) => i);
  const z = embed(network, selectImages(images, few));
  const spread = await spreadOf(z);
  z.dispose();
  return spread;
}

/** Recall@1 and NMI of zL on prepared images. */
async function judge(
  { network, metric }: AgmlModel,
  { images, labels }: LabeledImages,
  seed: number,
): Promise<ValidationMetrics> {
  const embeddings = tf.tidy(() => tf.matMul<tf.Tensor2D>(embed(network, images), metric));
  try {
    return await evaluateEmbeddings(embeddings, labels, { metrics: ["nmi", "recall"], restarts: 3, seed });
  } finally {
    embeddings.dispose();
  }
}

async function startModel(
  settings: AgmlSettings,
  makeNetwork: MakeNetwork,
  images: Images,
  saved: Checkpoint | undefined,
  signal: AbortSignal | undefined,
): Promise<AgmlModel> {
  const preprocessing = saved
    ? restorePreprocessing(saved.preprocessing, saved.arrays)
    : await (images.shape.slice(1).join() === "32,32,3" ? whiten(images, { signal }) : subtractMean(images));
  const model = initialModel(settings, makeNetwork, preprocessing);
  if (saved) restoreLearned(model, saved.arrays);
  return model;
}

function startLearner(settings: AgmlSettings, model: AgmlModel, saved: Checkpoint | undefined): Learner {
  const { momentum, weightDecay } = settings;
  const optimizer = sgd(model.network.parameters, { momentum, weightDecay });
  if (saved) assignAll(optimizer.velocities, saved.arrays, "velocity/");
  const [d, l] = model.metric.shape;
  return { model, optimizer, manifold: settings.orthogonal ? grassmann(d, l) : euclidean(d, l) };
}

async function* pretrainLabeled(
  settings: AgmlSettings,
  { network, preprocessing }: AgmlModel,
  images: Images,
  labels: Int32Array,
  signal: AbortSignal | undefined,
): AsyncGenerator<AgmlEvent, void> {
  if (settings.pretrainingEpochs === 0) return;
  const labeled = Int32Array.from(labels.keys()).filter((i) => labels[i] >= 0);
  const prepared = await preprocessImages(selectImages(images, labeled), preprocessing);
  yield* pretrain(
    network,
    prepared,
    labeled.map((i) => labels[i]),
    {
      epochs: settings.pretrainingEpochs,
      batchSize: settings.batchSize,
      learningRate: settings.pretrainingLearningRate,
      seed: seedOf(settings.seed, "pretraining"),
      signal,
    },
  );
}

function explain(stop: TrainingStop, { epoch, best }: Progress, { epochs, patience }: AgmlSettings): string {
  const kept = best ? ` The model of epoch ${best.epoch} is kept.` : "";
  switch (stop) {
    case "completed":
      return `All ${epochs} epochs are done.${kept}`;
    case "early-stop":
      return `No better validation score in ${patience} epochs.${kept}`;
    case "aborted":
      return `Stopped on request after ${epoch} epochs.${kept}`;
    case "collapsed":
      return `In epoch ${epoch + 1} all embeddings became one point. Lower the learning rate, or use reduction "mean".${kept}`;
    case "not-finite":
      return `In epoch ${epoch + 1} the embeddings were no longer finite. Lower the learning rate.${kept}`;
  }
}

function checkLabels(images: Images, labels: Int32Array, { validation, trueLabels }: FitOptions): void {
  const count = images.shape[0];
  check(
    labels.length === count,
    () => `AGML: labels must have one entry per image, got ${labels.length} for ${count} images.`,
  );
  check(
    trueLabels === undefined || trueLabels.length === count,
    () => `AGML: trueLabels must have one entry per image, got ${trueLabels!.length} for ${count} images.`,
  );
  const labeled = labels.filter((label) => label >= 0);
  check(
    labeled.length > 0,
    () => "AGML: labels must not all be −1 (unlabeled). Label a few examples of each class.",
  );
  check(
    labeled.length < count,
    () =>
      "AGML: labels must leave some images unlabeled (−1), got a label for every one. Hide some with semiSupervisedSplit(labels).",
  );
  check(
    new Set(labeled).size > 1,
    () => `AGML: labels must be of two classes at least, got only class ${labeled[0]}.`,
  );
  if (!validation) return;
  const [held, ...shape] = validation.images.shape;
  check(
    held === validation.labels.length,
    () =>
      `AGML: validation must have one label per image, got ${validation.labels.length} labels for ${held} images.`,
  );
  check(
    shape.join() === images.shape.slice(1).join(),
    () =>
      `AGML: validation images must have the shape [${images.shape.slice(1).join(", ")}] of the others, got [${shape.join(", ")}].`,
  );
}
