import { selectImages, type Images } from "../../datasets/images";
import { euclidean, grassmann } from "../../manifold";
import { assignArrays, type MakeNetwork } from "../../networks/parameters";
import {
  asTheyAre,
  preprocessImages,
  subtractMean,
  whiten,
  type Preprocessing,
} from "../../networks/preprocessing";
import { sgd } from "../../train/sgd";
import { pretrain } from "../../train/softmaxPretraining";
import { initialModel, restoreLearned, restorePreprocessing, type AgmlModel } from "./agmlModel";
import type { Checkpoint } from "./checkpoint";
import type { AgmlEvent } from "./events";
import type { AgmlSettings } from "./options";
import { seedOf } from "./seeds";
import type { Learner } from "./trainBatch";

/** The model that a run starts with: a new one, or a checkpoint's. */
export async function startModel(
  settings: AgmlSettings,
  makeNetwork: MakeNetwork,
  images: Images,
  saved: Checkpoint | undefined,
  signal: AbortSignal | undefined,
): Promise<AgmlModel> {
  const preprocessing = saved
    ? restorePreprocessing(saved.preprocessing, saved.arrays)
    : await learnPreprocessing(settings, images, signal);
  const model = initialModel(settings, makeNetwork, preprocessing);
  if (saved) restoreLearned(model, saved.arrays);
  return model;
}

async function learnPreprocessing(
  { preprocessing }: AgmlSettings,
  images: Images,
  signal: AbortSignal | undefined,
): Promise<Preprocessing> {
  const isCifarLike = images.shape.slice(1).join() === "32,32,3";
  switch (preprocessing === "auto" ? (isCifarLike ? "whitening" : "none") : preprocessing) {
    case "whitening":
      return whiten(images, { signal });
    case "mean":
      return subtractMean(images);
    case "none":
      return asTheyAre();
  }
}

/** The optimiser of θ, with a checkpoint's velocities, and the manifold of L. */
export function startLearner(
  settings: AgmlSettings,
  model: AgmlModel,
  saved: Checkpoint | undefined,
): Learner {
  const { momentum, weightDecay } = settings;
  const optimizer = sgd(model.network.parameters, { momentum, weightDecay });
  if (saved) assignArrays(optimizer.velocities, saved.arrays, "velocity/");
  const [d, l] = model.metric.shape;
  return { model, optimizer, manifold: settings.orthogonal ? grassmann(d, l) : euclidean(d, l) };
}

/** Pretrains on the labeled images, if the settings say so. */
export async function* pretrainLabeled(
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
