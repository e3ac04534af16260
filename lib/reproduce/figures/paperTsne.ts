import * as tf from "@tensorflow/tfjs-core";
import { checkDataset, selectImages, semiSupervisedSplit, type Dataset } from "../../datasets";
import { tsneRun } from "./tsneRun";
import { AGML } from "../../methods";
import { paperSettings } from "../paperSettings";
import { tsne } from "../../project";
import { embeddingScatter, sideBySide, type Figure } from "../../figures";
import { abortSignal, optional, path as pathName, readOptions, seed as seedValue } from "../../core/options";

export interface PaperTsneOptions {
  /** The seed of the runs and of the layout. Default 1. */
  seed: number;
  /** The folder with the runs of `ssdml train`, such as `mnist-1` and `mnist-free-1`. */
  runs: string;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const drawn = 1000;
const unlabeled = 500;

/**
 * The paper's t-SNE figure of the ablation: test images before training, without and with orthogonality. Uses the models of saved runs with
 * the paper's settings or, if there are none, trains quick ones.
 *
 * @example const figure = async () => paperTsne(await loadDataset("mnist"), { seed: 1, runs: "out" }); // minutes
 */
export async function paperTsne(dataset: Dataset, options: PaperTsneOptions): Promise<Figure> {
  checkDataset("paperTsne", dataset);
  readOptions("paperTsne", options, {
    seed: seedValue(),
    runs: pathName,
    signal: optional(abortSignal),
  });
  const positions = Int32Array.from({ length: Math.min(drawn, dataset.test.labels.length) }, (_, i) => i);
  const images = selectImages(dataset.test.images, positions);
  const labels = positions.map((i) => dataset.test.labels[i]);
  const free = await model(dataset, false, options);
  const orthogonal = await model(dataset, true, options);
  const untrained = orthogonal.untrained();
  const panels: Record<string, Figure> = {};
  for (const [name, one] of Object.entries({
    "before training": untrained,
    "without orthogonality": free,
    "with orthogonality": orthogonal,
  })) {
    const embeddings = one.transform(images);
    const xy = await tsne(embeddings, { perplexity: 30, seed: options.seed });
    panels[name] = embeddingScatter(xy, labels, { width: 250, height: 250, classNames: dataset.classNames });
    tf.dispose(embeddings);
    one.dispose();
  }
  return sideBySide(panels, { sharedColors: true, title: `t-SNE of test images of ${dataset.name}` });
}

async function model(
  dataset: Dataset,
  orthogonal: boolean,
  { seed, runs, signal }: PaperTsneOptions,
): Promise<AGML> {
  const { file } = tsneRun(dataset.name, orthogonal, { runs, seed });
  if (file !== undefined) return AGML.load(file);
  const { train, name } = dataset;
  const paper = paperSettings(name);
  const split = semiSupervisedSplit(train.labels, {
    labeledPerClass: paper.labeledPerClass,
    validation: 0,
    seed,
  });
  const chosen = [...split.labeled, ...split.unlabeled.slice(0, unlabeled)];
  const learner = new AGML({ ...paper.options, seed, orthogonal, epochs: 1, partitionSize: unlabeled });
  return learner.fit(
    selectImages(train.images, chosen),
    chosen.map((i) => split.labels[i]),
    { show: false, ...(signal && { signal }) },
  );
}
