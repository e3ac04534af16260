import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../common/random";
import { selectImages, type Images, type LabeledImages } from "../../datasets/images";
import { requireEngine } from "../../engine/requireEngine";
import { evaluateEmbeddings } from "../../evaluate";
import { embed } from "../../networks/embed";
import type { MakeNetwork } from "../../networks/parameters";
import { preprocessImages } from "../../networks/preprocessing";
import { selectTriplets, type Triplets } from "../../triplets";
import { disposeModel, learnedArrays, restoreLearned, type AgmlModel } from "./agmlModel";
import {
  fingerprint,
  readCheckpoint,
  savedTriplets,
  under,
  writeCheckpoint,
  type Progress,
} from "./checkpoint";
import type { AgmlEvent, TrainingStop, ValidationMetrics } from "./events";
import type { FitOptions } from "./fitOptions";
import { drawPartition, minePartition } from "./minePartition";
import { agmlLearningRate, type AgmlSettings } from "./options";
import { seedOf } from "./seeds";
import { pretrainLabeled, startLearner, startModel } from "./start";
import { breakdown, explain, sampleSpread } from "./stops";
import { trainBatch, type Learner } from "./trainBatch";

/**
 * Algorithm 1 (paper §2) as a stream of events; `keep` is given the model before the last one. On random partitions of the data: graph → affinities →
 * triplets, then epochs of mini-batches, each a few conjugate-gradient iterations on L and a step of SGD on θ.
 */
export async function* agmlSteps(
  settings: AgmlSettings,
  makeNetwork: MakeNetwork,
  images: Images,
  labels: Int32Array,
  options: FitOptions,
  keep: (model: AgmlModel) => void,
): AsyncGenerator<AgmlEvent, void> {
  const { seed, epochs, epochsPerPartition } = settings;
  const { signal, checkpoint: file, validation } = options;
  requireEngine("AGML");
  const run = { settings, data: file === undefined ? "" : fingerprint(images, labels) };
  const saved = file === undefined ? undefined : await readCheckpoint(file, run);
  const model = await startModel(settings, makeNetwork, images, saved, signal);
  const learner = startLearner(settings, model, saved);
  const { learningRate = agmlLearningRate(model.network.name) } = settings;
  let progress: Progress = saved?.progress ?? { epoch: 0, best: undefined, history: [] };
  let best = saved && under("best", saved.arrays);
  let triplets = saved && savedTriplets(saved.arrays);
  let stop: TrainingStop = "completed";
  let kept = false;

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
    try {
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

      let part: Images | undefined;
      while (progress.epoch < epochs) {
        if (progress.best && progress.epoch - progress.best.epoch >= settings.patience) {
          stop = "early-stop";
          break;
        }
        const epoch = progress.epoch + 1;
        const partition = Math.floor((epoch - 1) / epochsPerPartition);
        const isNew = (epoch - 1) % epochsPerPartition === 0;
        if (isNew || !part || !triplets) {
          const positions = drawPartition(labels, partition, settings);
          part = await preprocessImages(selectImages(images, positions), model.preprocessing);
          const partitions = Math.ceil(epochs / epochsPerPartition);
          yield {
            kind: "partition",
            partition: partition + 1,
            partitions,
            size: positions.length,
            positions,
          };
          if (isNew || !triplets) {
            const ownLabels = positions.map((i) => labels[i]);
            const trueLabels = options.trueLabels && positions.map((i) => options.trueLabels![i]);
            triplets = yield* minePartition(model.network, part, ownLabels, settings, { trueLabels, signal });
          }
        }
        learner.optimizer.learningRate = learningRate * settings.learningRateDecay ** partition;
        const began = performance.now();
        const { loss, spread, ...ended } = yield* trainEpoch(
          learner,
          part,
          triplets,
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
        if (isBest) best = metrics && (await learnedArrays(model));
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
    if (best) restoreLearned(model, best);
    keep(model);
    kept = true;
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
  } finally {
    learner.optimizer.dispose();
    if (!kept) disposeModel(model);
  }
}

/** An epoch: the triplets in random order, a mini-batch at a time. Returns the means, and why it stopped before its end. */
async function* trainEpoch(
  learner: Learner,
  images: Images,
  triplets: Triplets,
  epoch: number,
  settings: AgmlSettings,
  signal: AbortSignal | undefined,
): AsyncGenerator<AgmlEvent, { loss: number; spread: number; stop?: TrainingStop }> {
  const { seed, batchSize } = settings;
  const order = random(seedOf(seed, "epoch", epoch)).shuffle(
    Int32Array.from({ length: triplets.count }, (_, i) => i),
  );
  const batches = Math.ceil(triplets.count / batchSize);
  const mean = { loss: 0, spread: 0 };
  for (let batch = 1; batch <= batches; batch++) {
    if (signal?.aborted) return { ...mean, stop: "aborted" };
    const chosen = selectTriplets(triplets, order.subarray((batch - 1) * batchSize, batch * batchSize));
    const outcome = await trainBatch(learner, images, chosen, settings);
    const stop = breakdown(outcome.spread);
    if (stop) return { ...mean, stop };
    mean.loss += outcome.loss / batches;
    mean.spread += outcome.spread / batches;
    yield { kind: "batch", epoch, batch, batches, ...outcome };
  }
  const stop = breakdown(await sampleSpread(learner.model, images));
  return { ...mean, ...(stop && { stop }) };
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
