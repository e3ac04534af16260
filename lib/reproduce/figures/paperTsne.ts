import { existsSync } from "node:fs";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { checkDataset, selectImages, semiSupervisedSplit, type Dataset } from "../../datasets";
import { AGML } from "../../methods";
import { paperSettings } from "../paperSettings";
import { tsne } from "../../project";
import { embeddingScatter, sideBySide, type Figure } from "../../figures";
import { abortSignal, optional, path as pathName, readOptions, seed as seedValue } from "../../core/options";

export interface PaperTsneOptions {
  seed: number;
  /** The folder with the runs of `ssdml train`, such as `mnist-1` and `mnist-free-1`. */
  runs: string;
  signal?: AbortSignal | undefined;
}

const drawn = 1000;
const unlabeled = 500;

/**
 * The paper's t-SNE figure of the ablation: test images before training, without and with orthogonality. Uses the models of saved runs
 * or, if there are none, trains quick ones.
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
    panels[name] = embeddingScatter(xy, labels, { width: 190, height: 190, classNames: dataset.classNames });
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
  const file = path.join(runs, `${dataset.name}${orthogonal ? "" : "-free"}-${seed}`, "model.safetensors");
  if (existsSync(file)) return AGML.load(file);
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
    { ...(signal && { signal }) },
  );
}
