import * as tf from "@tensorflow/tfjs-core";
import { requireEngine } from "../engine";
import { random } from "../core/values";
import { preprocessImages, type MakeNetwork } from "../networks";
import { begin, judgeStart } from "./begin";
import { fingerprint, readCheckpoint, under, whole, type Checkpoint } from "./checkpoint";
import { drawPartition } from "./drawPartition";
import type { TrainingEvent, TrainingStop } from "./events";
import type { FitOptions } from "./fitOptions";
import type { Constraints } from "./learning";
import { disposeLossState, restoreLossState } from "./lossState";
import { recordParts, type Method } from "./method";
import { checkLearned, disposeModel, restoreLearned, sizeOf, type DeepModel } from "./model";
import { runEpochs, type Run, type TrainingData } from "./run";
import { seedOf } from "./seeds";
import { resumeOptimizer, startModel } from "./start";
import { explain } from "./stops";

/**
 * The run of a deep method as a stream of events; `keep` is given the model before the last one. On random partitions of the data
 * constraints are mined, then learned from in epochs of mini-batches (for AGML: paper §2, Algorithm 1). When a part fails, the model as it
 * was learned so far is kept, and the error is thrown.
 */
export async function* trainingSteps<C extends Constraints>(
  method: Method<C>,
  makeNetwork: MakeNetwork,
  data: TrainingData,
  { signal, checkpoint: file }: Pick<FitOptions, "signal" | "checkpoint">,
  keep: (model: DeepModel) => void,
): AsyncGenerator<TrainingEvent, void> {
  const { name, settings } = method;
  requireEngine(name);
  const { examples: images, labels, validation } = data;
  const hash = file === undefined ? "" : fingerprint({ images, labels }, ...(validation ? [validation] : []));
  const identity = { method: name, settings, parts: recordParts(method), data: hash };
  const saved = file === undefined ? undefined : await readCheckpoint(file, identity);
  const startMetric = (d: number) => method.metric.start(d, seedOf(settings.seed, "metric"));
  const model = yield* startModel(name, settings, makeNetwork, startMetric, images, saved, signal);
  const { optimizer, best, constraints, lossState } = restoreRun(method, model, labels, saved);
  const { learningRate = method.optimizer.learningRate ?? method.learningRate(model.network.name) } =
    settings;
  const run: Run<C> = {
    method,
    data,
    signal,
    identity,
    file,
    model,
    optimizer,
    learningRate,
    judged: undefined,
    progress: saved?.progress ?? { epoch: 0, best: undefined, history: [] },
    best,
    partition: undefined,
    constraints,
    lossState,
  };
  let kept = false;
  const keepModel = () => {
    keep(model);
    kept = true;
  };
  try {
    yield startedEvent(run);
    let stop: TrainingStop;
    try {
      if (validation)
        run.judged = {
          ...validation,
          images: await preprocessImages(validation.images, model.preprocessing),
        };
      if (!saved) yield* begin(run);
      else if (run.progress.epoch === 0 && !run.progress.best) yield* judgeStart(run);
      stop = yield* runEpochs(run);
    } catch (error) {
      if (!signal?.aborted) {
        keepModel();
        throw error;
      }
      stop = "aborted";
    }
    // Stopped on request without images to choose by, or before any epoch's end, the model stays as it is.
    const { progress } = run;
    const isChosen = stop !== "aborted" || (validation !== undefined && progress.epoch > 0);
    if (isChosen && run.best) restoreLearned(model, run.best);
    keepModel();
    const bestEpoch = progress.best?.epoch ?? 0;
    yield {
      kind: "finished",
      stopReason: stop,
      explanation: explain(stop, progress.epoch, isChosen ? bestEpoch : undefined, settings),
      epoch: progress.epoch,
      bestEpoch,
      history: progress.history,
    };
  } finally {
    optimizer.dispose();
    if (run.lossState) disposeLossState(run.lossState);
    if (!kept) disposeModel(model);
  }
}

function startedEvent<C extends Constraints>({ model, data, progress }: Run<C>): TrainingEvent {
  const labeled = data.labels.filter((label) => label >= 0);
  return {
    kind: "started",
    engine: tf.getBackend(),
    images: data.examples.shape[0],
    labeled: labeled.length,
    classes: new Set(labeled).size,
    parameters: sizeOf(model).parameters,
    epoch: progress.epoch,
  };
}

/** The optimizer, and what a checkpoint holds besides the model. Where it does not fit, the model is freed too. */
function restoreRun<C extends Constraints>(
  method: Method<C>,
  model: DeepModel,
  labels: Int32Array,
  saved: Checkpoint | undefined,
): Pick<Run<C>, "optimizer" | "best" | "constraints" | "lossState"> {
  try {
    if (!saved)
      return {
        optimizer: resumeOptimizer(method.optimizer, model, saved),
        best: undefined,
        constraints: undefined,
        lossState: undefined,
      };
    return whole(method.name, saved.file, () => {
      const best = under("best", saved.arrays) ?? {};
      checkLearned(model, best);
      const arrays = under("constraints", saved.arrays);
      const partition = drawPartition(labels, 0, method.settings).map((i) => labels[i]);
      const limits = { examples: partition.length, dimension: model.network.dimension };
      const constraints = arrays && method.learning.restore(arrays, limits);
      const lossState =
        constraints &&
        restoreLossState(saved.arrays, {
          learning: method.learning,
          optimizer: method.optimizer,
          constraints,
          labels: partition,
          metric: model.metric.shape,
          random: random(method.settings.seed),
        });
      return { optimizer: resumeOptimizer(method.optimizer, model, saved), best, constraints, lossState };
    });
  } catch (error) {
    disposeModel(model);
    throw error;
  }
}
