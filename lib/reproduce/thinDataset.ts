import { selectImages, type Dataset, type LabeledImages } from "../datasets/images/images";

/** A smaller data set: so many images of each part, evenly spread over it (the halves of MNIST's test images are not equally hard). */
export function thinDataset(dataset: Dataset, { train, test }: { train: number; test: number }): Dataset {
  return { ...dataset, train: thin(dataset.train, train), test: thin(dataset.test, test) };
}

function thin(part: LabeledImages, count: number): LabeledImages {
  const { length } = part.labels;
  if (count >= length) return part;
  const positions = Int32Array.from({ length: count }, (_, i) => Math.floor((i * length) / count));
  return { images: selectImages(part.images, positions), labels: positions.map((i) => part.labels[i]) };
}
