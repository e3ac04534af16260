import { hashFile } from "../io/files";
import type { Extractor } from "../networks";
import type { LearnedModel } from "./loadModel";

/** The shape of one example that a model takes: [height, width, channels] of a picture, or [d] of a feature vector. */
export function inputShapeOf(model: LearnedModel): readonly number[] {
  return "metric" in model ? [model.metric.matrix.shape[0]] : model.learned.network.inputShape;
}

/** A model as what computes the vectors of pictures. `file` is where it was read from. */
export function modelExtractor(model: LearnedModel, file: string): Extractor {
  const [, dimension] = "metric" in model ? model.metric.factor.shape : model.learned.metric.shape;
  return {
    name: model.toString().split(":")[0],
    inputShape: inputShapeOf(model),
    dimension,
    record: { name: "model", settings: { file } },
    async extract(pictures) {
      const embeddings = model.transform(pictures as never);
      try {
        return await embeddings.data<"float32">();
      } finally {
        embeddings.dispose();
      }
    },
    async identify(hash) {
      hash.update(await hashFile(file));
    },
  };
}
