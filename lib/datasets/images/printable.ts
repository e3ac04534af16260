import { printsAs } from "../../core";
import { datasetText, imagesText, labeledText } from "../../core/summaries";
import type { Dataset, Images, LabeledImages } from "./images";

/** Images that print as one line. */
export const printableImages = (images: Images): Images => printsAs(() => imagesText(images), images);

/** Labeled images that print as one line, and so do their images. */
function printableLabeled(labeled: LabeledImages): LabeledImages {
  const part = { ...labeled, images: printableImages(labeled.images) };
  return printsAs(() => labeledText(part), part);
}

/** A data set that prints as one line, and so do its parts. */
export function printableDataset(dataset: Dataset): Dataset {
  const { train, test } = dataset;
  const printable = { ...dataset, train: printableLabeled(train), test: printableLabeled(test) };
  return printsAs(() => datasetText(printable), printable);
}
