import { evaluateEmbeddings, evaluationRows, type ResultRow } from "../evaluate";
import type { Examples } from "../networks";
import type { DeepLearner } from "../train";

/** Images or feature vectors with their class numbers. */
export interface LabeledExamples {
  images: Examples;
  labels: Int32Array;
}

/** The rows of a model as it was before training. */
export async function evaluateInitial(
  model: DeepLearner,
  test: LabeledExamples,
  run: Pick<ResultRow, "dataset" | "seed">,
  signal: AbortSignal | undefined,
): Promise<ResultRow[]> {
  const untrained = model.untrained();
  try {
    return await evaluateModel(untrained, test, { ...run, method: "Initial" }, signal);
  } finally {
    untrained.dispose();
  }
}

/** The rows of a model on test images. */
export async function evaluateModel(
  model: DeepLearner,
  { images, labels }: LabeledExamples,
  { dataset, method, seed }: Pick<ResultRow, "dataset" | "method" | "seed">,
  signal: AbortSignal | undefined,
): Promise<ResultRow[]> {
  const embeddings = model.transform(images);
  try {
    const evaluation = await evaluateEmbeddings(embeddings, labels, {
      recallAt: [1, 2, 4, 8].filter((k) => k < labels.length),
      seed,
      ...(signal && { signal }),
    });
    return evaluationRows(evaluation).map((row) => ({ dataset, method, seed, ...row }));
  } finally {
    embeddings.dispose();
  }
}
