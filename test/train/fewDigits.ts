import assert from "node:assert/strict";
import { loadDataset, selectImages, semiSupervisedSplit, type LabeledImages } from "../../lib/datasets";
import { AGML, type AgmlOptions } from "../../lib/methods";
import { type AgmlEvent } from "../../lib/train";

/** Real digits: 90 to learn from, 20 of them labeled, and 60 to choose the best epoch by. */
export async function fewDigits() {
  const { train } = await loadDataset("mnist");
  const part = (first: number, end: number): LabeledImages => {
    const positions = Int32Array.from({ length: end - first }, (_, i) => first + i);
    return { images: selectImages(train.images, positions), labels: positions.map((i) => train.labels[i]) };
  };
  const { images, labels: truth } = part(0, 90);
  const { labels } = semiSupervisedSplit(truth, { labeledPerClass: 2, validation: 0, seed: 3 });
  return { images, labels, truth, validation: part(100, 160) };
}

export const noValidation = { validation: undefined } as unknown as { validation: LabeledImages };

export const small: AgmlOptions = {
  seed: 5,
  k: 4,
  partitionSize: 40,
  batchSize: 30,
  epochs: 4,
  epochsPerPartition: 2,
  metricIterations: 3,
  learningRate: 1e-4,
};

/** All that a run says in numbers, and what it learned. */
export async function outcome(options: AgmlOptions, fit: Parameters<AGML["fit"]>[2] = {}) {
  const { images, labels, validation } = await fewDigits();
  const model = new AGML(options);
  const events: AgmlEvent[] = [];
  await model.fit(images, labels, {
    validation,
    ...fit,
    onEvent: (event) => {
      events.push(event);
      fit.onEvent?.(event);
    },
  });
  const embeddings = model.transform(validation.images);
  const result = { events, embeddings: Array.from(await embeddings.data()), shape: embeddings.shape };
  embeddings.dispose();
  model.dispose();
  return result;
}

export const finished = (events: AgmlEvent[]) => {
  const last = events[events.length - 1];
  assert.equal(last.kind, "finished");
  return last;
};
